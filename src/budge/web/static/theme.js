// Light or dark, as chosen here before; else as the system has it. Loaded before the page is drawn.
{
  const kept = localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
}
