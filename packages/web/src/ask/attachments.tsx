import { useRef, useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { ReadError, ReadFailure } from './read-file.ts';
import type { Asked } from './turn.ts';

const mostImages = 4;

/**
 * Takes a file, which is read here and goes nowhere else. Reading takes a while in which people go on typing: what was read
 * is put beside what stands there by then.
 */
export function AttachButton({
  change,
  reading,
  setReading,
}: {
  change(to: (before: Asked) => Asked): void;
  reading: boolean;
  setReading(reading: boolean): void;
}) {
  const { t } = useLanguage();
  const { service } = useVisit();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<ReadFailure>();
  const accept = `.txt,.md,.pdf,text/plain,application/pdf${service?.images ? ',image/png,image/jpeg,image/webp' : ''}`;

  async function read(file: File): Promise<void> {
    setReading(true);
    setFailure(undefined);
    try {
      // Loaded when somebody attaches something.
      const { readAttachment, readImage } = await import('./read-file.ts');
      if (file.type.startsWith('image/')) {
        const image = { name: file.name, data: await readImage(file) };
        change((before) => ({ ...before, images: [...before.images, image].slice(0, mostImages) }));
      } else {
        const attachment = { name: file.name, text: await readAttachment(file, AbortSignal.timeout(60_000)) };
        change((before) => ({ ...before, attachment }));
      }
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setReading(false);
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('File to attach', '要附加的文件')}
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
      <button
        type="button"
        className="button button-quiet"
        onClick={() => input.current?.click()}
        disabled={reading}
      >
        {reading
          ? t('Reading …', '读取中……')
          : service?.images
            ? t('Attach PDF, text, image', '附加 PDF、文本、图片')
            : t('Attach PDF or text', '附加 PDF 或文本')}
      </button>
      {failure && (
        <span className="field-error" role="alert">
          {readFailure(failure, t)}
        </span>
      )}
    </>
  );
}

/** Told by its name: its class comes with the code that reads, which may not have come. */
function reasonOf(error: unknown): ReadFailure {
  return error instanceof Error && error.name === 'ReadError' ? (error as ReadError).reason : 'unreadable';
}

function readFailure(reason: ReadFailure, t: (en: string, zh: string) => string): string {
  switch (reason) {
    case 'too_large':
      return t('This file is too large.', '文件过大。');
    case 'no_text':
      return t(
        'This file contains no text. If it is a scan, run OCR on it first.',
        '文件中没有文字：扫描件需先识别文字。',
      );
    case 'text_too_long':
      return t('The text of this file exceeds 2 MB.', '文本超过 2 MB。');
    case 'unreadable':
      return t('This file could not be read.', '无法读取该文件。');
  }
}

/** What goes with the question. */
export function Attachments({ value, set }: { value: Asked; set(change: Partial<Asked>): void }) {
  const { t, number } = useLanguage();
  const { attachment, images } = value;
  if (!attachment && images.length === 0) return null;
  return (
    <ul className="chips">
      {attachment && (
        <li className="chip">
          {attachment.name}{' '}
          <span className="fine">
            {t(`${number(attachment.text.length)} characters`, `${number(attachment.text.length)} 字`)}
          </span>
          <button
            type="button"
            className="chip-remove"
            onClick={() => set({ attachment: undefined })}
            aria-label={t(`Remove ${attachment.name}`, `移除 ${attachment.name}`)}
          >
            ×
          </button>
        </li>
      )}
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name
        <li key={index} className="chip">
          <img src={image.data} alt="" width="20" height="20" /> {image.name}
          <button
            type="button"
            className="chip-remove"
            onClick={() => set({ images: images.filter((_, at) => at !== index) })}
            aria-label={t(`Remove ${image.name}`, `移除 ${image.name}`)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
