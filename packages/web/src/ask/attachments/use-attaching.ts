import { useEffect, useRef, useState } from 'react';
import type { Asked } from '../turn.ts';
import { addAttachment } from './add-attachment.ts';
import { ReadError, type ReadFailure } from './read-failure.ts';

/** File that was not attached, with its name and the reason. */
type FileFailure = { name: string; reason: ReadFailure };

export type Attaching = {
  /** Set while files are being read, when nothing should be submitted. */
  reading: boolean;
  /** Set while files are dragged over the page. */
  dragging: boolean;
  failures: readonly FileFailure[];
  /** Reads these files in order, after those already being read. */
  attach(files: readonly File[]): void;
  cancel(): void;
};

/** Maximum time for reading one file, in milliseconds. */
const readingMaxMs = 30_000;

/**
 * Attaches files that are chosen, pasted or dropped anywhere on the page. They are read in the browser and not
 * uploaded. Reading takes a while during which people continue to type, so the result is added to the form's state at
 * that time.
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
  // The check for room happens outside rendering, with the question at that time.
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

/**
 * Returns the files of a clipboard, or none if it contains rich text: Word and Excel add a picture of the copied text.
 */
export function pastedFiles({ files, types }: DataTransfer): File[] {
  return types.includes('text/plain') && types.includes('text/html') ? [] : [...files];
}

async function readAny(file: File, acceptsImages: boolean, cancelled: AbortSignal) {
  const isImage = file.type.startsWith('image/');
  if (isImage && !acceptsImages) throw new ReadError('no_images');
  // Loaded with the first attachment.
  const { readAttachment, readImage } = await import('./read-file.ts');
  const { name } = file;
  if (isImage) return { name, data: await readImage(file) };
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(readingMaxMs)]);
  return { name, text: await readAttachment(file, signal) };
}

/**
 * Handles files dropped anywhere on the page, and returns true while they are dragged over it. Also outside the form:
 * otherwise the browser would navigate to the file, and the typed text would be lost.
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
