import { useEffect, useState } from 'react';
import { readItem, writeItem } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const chosen = readItem('theme');
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
  });
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
    writeItem('theme', theme === 'system' ? undefined : theme);
  }, [theme]);
  return [theme, setTheme];
}
