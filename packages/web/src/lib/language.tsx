import type { Language } from '@citewell/sdk';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { readItem, writeItem } from './storage.ts';

/**
 * Selects the sentence in the reader's language. Both are written side by side everywhere, so that neither can be
 * missing.
 */
export type Text = (en: string, zh: string) => string;

type Localization = {
  language: Language;
  setLanguage(language: Language): void;
  t: Text;
  /** 12,345 */
  number(value: number): string;
  /** Formats a date or time in the reader's zone, or in the given one. */
  date(at: string | number | Date, options?: Intl.DateTimeFormatOptions): string;
};

const SpeechContext = createContext<Localization | undefined>(undefined);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  const speech = useMemo<Localization>(() => {
    const numbers = new Intl.NumberFormat(localeOf(language));
    return {
      language,
      setLanguage(chosen) {
        writeItem('language', chosen);
        setLanguage(chosen);
      },
      t: (en, zh) => (language === 'zh' ? zh : en),
      number: (value) => numbers.format(value),
      date: (at, options = { dateStyle: 'medium', timeStyle: 'short' }) =>
        new Intl.DateTimeFormat(localeOf(language), options).format(new Date(at)),
    };
  }, [language]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useLanguage(): Localization {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useLanguage needs a LanguageProvider');
  return speech;
}

export function useText(): Text {
  return useLanguage().t;
}

function localeOf(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en-GB';
}

function initialLanguage(): Language {
  const chosen = readItem('language');
  if (chosen === 'zh' || chosen === 'en') return chosen;
  return /^zh/i.test(navigator.language) ? 'zh' : 'en';
}
