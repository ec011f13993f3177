import type { Text } from '../lib/language.tsx';

/** "12 KB", "3.4 MB". */
export function formatBytes(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1_024;
  let unit = 0;
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? Math.ceil(size) : size.toFixed(1)} ${units[unit]}`;
}

export function formatDuration(seconds: number, t: Text): string {
  if (seconds < 90) return t(`${Math.round(seconds)} s`, `${Math.round(seconds)} 秒`);
  if (seconds < 5_400) return t(`${Math.round(seconds / 60)} min`, `${Math.round(seconds / 60)} 分钟`);
  const hours = (seconds / 3_600).toFixed(1);
  return t(`${hours} h`, `${hours} 小时`);
}
