// Light or dark, as chosen here before; else as the system has it. Loaded before the page is drawn.
try {
  const { value } = JSON.parse(localStorage.getItem("budge.1/setting/theme")) ?? {};
  if (["light", "dark"].includes(value?.is)) document.documentElement.dataset.theme = value.is;
} catch { /* the browser keeps nothing, or nothing sound */ }
