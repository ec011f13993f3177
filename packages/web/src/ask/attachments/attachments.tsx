import { useEffect, useRef, useState } from 'react';
import { useVisit } from '../../api/session.tsx';
import { counted } from '../../lib/counted.ts';
import { useLanguage } from '../../lib/language.tsx';
import type { Asked } from '../turn.ts';
import { readFailureText } from './read-failure-text.ts';
import type { Attaching } from './use-attaching.ts';

/** Selector of the button that chooses files, which receives focus when the last attachment is removed. */
const attachButton = '.attach-button';

/** Chooses files, and shows which are being read and why others were not attached. */
export function AttachButton({ attaching }: { attaching: Attaching }) {
  const { t } = useLanguage();
  const { service } = useVisit();
  const input = useRef<HTMLInputElement>(null);
  const { reading, failures, attach, cancel } = attaching;
  const accept = `.txt,.md,.pdf,.docx,text/plain,application/pdf${service?.images ? ',image/png,image/jpeg,image/webp' : ''}`;
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('Files to attach', '要附加的文件')}
        accept={accept}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          attach(files);
        }}
      />
      <button
        type="button"
        className="button button-quiet attach-button"
        onClick={() => input.current?.click()}
        disabled={reading}
      >
        {reading
          ? t('Reading …', '读取中……')
          : service?.images
            ? t('Attach PDF, Word, text, image', '附加 PDF、Word、文本、图片')
            : t('Attach PDF, Word or text', '附加 PDF、Word 或文本')}
      </button>
      {reading && (
        <button type="button" className="button button-quiet" onClick={cancel}>
          {t('Cancel reading', '取消读取')}
        </button>
      )}
      {failures.length > 0 && (
        <ul className="attach-failures" role="alert">
          {failures.map(({ name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={index} className="field-error">
              {t(`${name}: ${readFailureText(reason, t)}`, `${name}：${readFailureText(reason, t)}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Shows that files can be dropped while some are dragged over the page. */
export function DropHint({ attaching }: { attaching: Attaching }) {
  const { t } = useLanguage();
  if (!attaching.dragging) return null;
  return <p className="drop-hint">{t('Drop files here to attach them', '将文件拖放到此处即可附加')}</p>;
}

/** Lists the attachments of a question, and announces their number after each change. */
export function Attachments({ value, set }: { value: Asked; set(change: Partial<Asked>): void }) {
  const { t, number } = useLanguage();
  const { attachments, images } = value;
  const list = useRef<HTMLUListElement>(null);
  const removedAt = useRef<number>(undefined);
  const files = attachments.length + images.length;
  const [announces, setAnnounces] = useState(files > 0);
  if (files > 0 && !announces) setAnnounces(true);

  // The pressed button is gone: without this, keyboard focus would return to the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an attachment has gone
  useEffect(() => {
    if (removedAt.current === undefined) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? [];
    const next = buttons[Math.min(removedAt.current, buttons.length - 1)];
    (next ?? document.querySelector<HTMLElement>(attachButton))?.focus();
    removedAt.current = undefined;
  }, [files]);

  const chips = [
    ...attachments.map(({ name, text }, index) => ({
      name,
      detail: t(counted(text.length, 'character'), `${number(text.length)} 字`),
      picture: undefined,
      without: { attachments: attachments.toSpliced(index, 1) },
    })),
    ...images.map(({ name, data }, index) => ({
      name,
      detail: '',
      picture: data,
      without: { images: images.toSpliced(index, 1) },
    })),
  ];
  return (
    <>
      {files > 0 && (
        <ul className="chips" aria-label={t('Attachments', '附件')} ref={list}>
          {chips.map(({ name, detail, picture, without }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={index} className="chip">
              {picture && <img src={picture} alt="" width="20" height="20" />} {name}{' '}
              {detail && <span className="fine">{detail}</span>}
              <button
                type="button"
                className="chip-remove"
                onClick={() => {
                  removedAt.current = index;
                  set(without);
                }}
                aria-label={t(`Remove ${name}`, `移除 ${name}`)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {announces && t(`${counted(files, 'file')} attached`, `已附加 ${number(files)} 个文件`)}
      </p>
    </>
  );
}
