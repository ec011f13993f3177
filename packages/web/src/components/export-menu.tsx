import { Menu } from '@base-ui/react/menu';
import {
  type CitationStyle,
  type CiteRecord,
  citationStyles,
  type ExportFormat,
  exportFormats,
  exportReferences,
  formatReferences,
} from '@citewell/sdk/bibliography';
import { useState } from 'react';
import { copyText, fileName, saveFile } from '../lib/files.ts';
import { useText } from '../lib/language.tsx';

/** Menu of files for reference managers, and the printed list for the clipboard. */
export function ExportMenu({
  records,
  topic,
  disabled,
}: {
  records: readonly CiteRecord[];
  topic: string;
  disabled?: boolean;
}) {
  const t = useText();
  const [said, setSaid] = useState('');
  const showStatus = (text: string) => {
    setSaid(text);
    setTimeout(() => setSaid(''), 2_000);
  };
  const save = (format: ExportFormat) => {
    const { extension, type } = exportFormats[format];
    saveFile(fileName(topic, extension), exportReferences(records, format), type);
  };
  const copy = async (style: CitationStyle) =>
    showStatus(
      (await copyText(formatReferences(records, style)))
        ? t('Copied', '已复制')
        : t('Copy failed', '复制失败'),
    );
  return (
    <Menu.Root>
      <Menu.Trigger className="button button-quiet" disabled={disabled}>
        <span aria-live="polite">{said || t('Export references', '导出文献')}</span>{' '}
        <span aria-hidden="true">▾</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start" collisionPadding={12} className="menu-positioner">
          <Menu.Popup className="menu">
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">{t('Save as file', '保存为文件')}</Menu.GroupLabel>
              {Object.entries(exportFormats).map(([format, { name, extension }]) => (
                <Menu.Item key={format} className="menu-item" onClick={() => save(format as ExportFormat)}>
                  {name} <span className="fine">.{extension}</span>
                </Menu.Item>
              ))}
            </Menu.Group>
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">{t('Copy list as', '复制格式化列表')}</Menu.GroupLabel>
              {Object.entries(citationStyles).map(([style, { name }]) => (
                <Menu.Item key={style} className="menu-item" onClick={() => copy(style as CitationStyle)}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
