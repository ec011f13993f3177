import { useEffect, useRef, useState } from 'react';
import { useVisit } from '../../api/session.tsx';
import { counted } from '../../lib/counted.ts';
import { useLanguage } from '../../lib/language.tsx';
import type { Asked } from '../turn.ts';
import { readFailureText } from './read-failure-text.ts';
import type { ReadError, ReadFailure } from './read-file.ts';

const mostImages = 4;
const readingMaxMs = 30_000;

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
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  const accept = `.txt,.md,.pdf,.docx,text/plain,application/pdf${service?.images ? ',image/png,image/jpeg,image/webp' : ''}`;

  async function read(file: File): Promise<void> {
    const cancellation = new AbortController();
    cancel.current = () => cancellation.abort();
    setReading(true);
    setFailure(undefined);
    try {
      // Loaded when somebody attaches something.
      const { readAttachment, readImage } = await import('./read-file.ts');
      if (file.type.startsWith('image/')) {
        const image = { name: file.name, data: await readImage(file) };
        change((before) => ({ ...before, images: [...before.images, image].slice(0, mostImages) }));
      } else {
        const signal = AbortSignal.any([cancellation.signal, AbortSignal.timeout(readingMaxMs)]);
        const attachment = { name: file.name, text: await readAttachment(file, signal) };
        change((before) => ({ ...before, attachment }));
      }
    } catch (error) {
      if (!cancellation.signal.aborted) setFailure(reasonOf(error));
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
            ? t('Attach PDF, Word, text, image', '附加 PDF、Word、文本、图片')
            : t('Attach PDF, Word or text', '附加 PDF、Word 或文本')}
      </button>
      {reading && (
        <button type="button" className="button button-quiet" onClick={() => cancel.current()}>
          {t('Cancel reading', '取消读取')}
        </button>
      )}
      {failure && (
        <span className="field-error" role="alert">
          {readFailureText(failure, t)}
        </span>
      )}
    </>
  );
}

/** Told by its name: its class comes with the code that reads, which may not have come. */
function reasonOf(error: unknown): ReadFailure {
  return error instanceof Error && error.name === 'ReadError' ? (error as ReadError).reason : 'unreadable';
}

/** Shows the attachments of a question. */
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
            {t(counted(attachment.text.length, 'character'), `${number(attachment.text.length)} 字`)}
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
