import { useEffect, useRef, useState } from 'react';
import type { Asked } from '../turn.ts';
import { addAttachment } from './add-attachment.ts';
import { ReadError, type ReadFailure } from './read-failure.ts';

/** A file that was not attached, with its name and the reason. */
type FileFailure = { name: string; reason: ReadFailure };

export type Attaching = {
  /** Files are being read; nothing should be asked before they are. */
  reading: boolean;
  /** Files are being dragged over the page. */
  dragging: boolean;
  failures: readonly FileFailure[];
  /** Reads these files, one after another, after those that are being read already. */
  attach(files: readonly File[]): void;
  cancel(): void;
};

/** Maximum time for reading one file, in milliseconds. */
const readingMaxMs = 30_000;

/**
 * Attaches files that are chosen, pasted or dropped anywhere on the page. They are read here and go nowhere else. Reading
 * takes a while in which people go on typing: what was read is put beside what stands there by then.
 *
 * @param acceptsImages false where no model of the service reads images
 */
export function useAttaching(
  value: Asked,
  change: (to: (before: Asked) => Asked) => void,
  acceptsImages: boolean,
): Attaching {
  const [pending, setPending] = useState(0);
  const [failures, setFailures] = useState<FileFailure[]>([]);
  // Whether there is room is decided outside of rendering, by the question as it is then.
  const latest = useRef(value);
  latest.current = value;
  const queue = useRef(Promise.resolve());
  const controller = useRef(new AbortController());

  const cancel = () => {
    controller.current.abort();
    controller.current = new AbortController();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is left
  useEffect(() => cancel, []);

  async function readOne(file: File, cancelled: AbortSignal): Promise<void> {
    if (cancelled.aborted) return;
    try {
      const attachment = await readAny(file, acceptsImages, cancelled);
      if (cancelled.aborted) return;
      const added = addAttachment(latest.current, attachment);
      if (typeof added === 'string') throw new ReadError(added);
      latest.current = { ...latest.current, ...added };
      change((before) => {
        const now = addAttachment(before, attachment);
        return typeof now === 'string' ? before : { ...before, ...now };
      });
    } catch (error) {
      if (!cancelled.aborted)
        setFailures((before) => [
          ...before,
          { name: file.name, reason: error instanceof ReadError ? error.reason : 'unreadable' },
        ]);
    }
  }

  function attach(files: readonly File[]): void {
    if (files.length === 0) return;
    setFailures([]);
    setPending((before) => before + files.length);
    const { signal } = controller.current;
    for (const file of files)
      queue.current = queue.current
        .then(() => readOne(file, signal))
        .finally(() => setPending((before) => before - 1));
  }

  const dragging = useDroppedFiles(attach);
  return { reading: pending > 0, dragging, failures, attach, cancel };
}

/** Returns the files of a clipboard, or none where it holds rich text: Word and Excel add a picture of what was copied. */
export function pastedFiles({ files, types }: DataTransfer): File[] {
  return types.includes('text/plain') && types.includes('text/html') ? [] : [...files];
}

async function readAny(file: File, acceptsImages: boolean, cancelled: AbortSignal) {
  const isImage = file.type.startsWith('image/');
  if (isImage && !acceptsImages) throw new ReadError('no_images');
  // Loaded when somebody attaches something.
  const { readAttachment, readImage } = await import('./read-file.ts');
  const { name } = file;
  if (isImage) return { name, data: await readImage(file) };
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(readingMaxMs)]);
  return { name, text: await readAttachment(file, signal) };
}

/**
 * Takes files that are dropped anywhere on the page, and returns true while they are dragged over it. Beside the form, too: the
 * browser would leave the page for the file, and what was typed would be lost.
 */
function useDroppedFiles(drop: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useRef(drop);
  take.current = drop;
  useEffect(() => {
    const held = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!held(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragging(false);
    };
    const dropped = (event: DragEvent) => {
      setDragging(false);
      if (!held(event)) return;
      event.preventDefault();
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', dropped, { signal });
    return () => listening.abort();
  }, []);
  return dragging;
}
