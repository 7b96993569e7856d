// Light or dark: the stored choice, else the system's. Runs before the page is drawn.
try {
  const { value } = JSON.parse(localStorage.getItem("budge.1/setting/theme")) ?? {};
  if (["light", "dark"].includes(value?.is)) document.documentElement.dataset.theme = value.is;
} catch { /* no valid entry */ }
