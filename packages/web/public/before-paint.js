// Before the first paint, so that a chosen theme does not flash, and screen readers use the right language.
(() => {
  const { documentElement: root } = document;
  try {
    const theme = localStorage.getItem('citewell.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const chosen = localStorage.getItem('citewell.language');
    const language = chosen === 'zh' || chosen === 'en' ? chosen : navigator.language;
    root.lang = /^zh/i.test(language) ? 'zh-CN' : 'en';
  } catch {
    // Storage can be blocked; then the system's theme and the page's default language apply.
  }
})();
