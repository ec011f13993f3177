import { type Drawing, drawingFontSize, type Mark } from '@citewell/sdk';
import { escapeXml } from './escape-xml.ts';

/** Converts a drawing to SVG in the color and font of the surrounding text. */
export function toSvg({ width, height, label, marks }: Drawing): string {
  const body = marks.map(markOf).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeXml(label)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-size="${drawingFontSize}" fill="currentColor" stroke="none">${body}</svg>`;
}

function markOf(mark: Mark): string {
  switch (mark.kind) {
    case 'line':
      return `<line x1="${mark.x1}" y1="${mark.y1}" x2="${mark.x2}" y2="${mark.y2}" stroke="currentColor"${mark.dashed ? ' stroke-dasharray="4 3"' : ''}/>`;
    case 'box':
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" stroke="currentColor"${mark.filled ? '' : ' fill="none"'}/>`;
    case 'text':
      return `<text x="${mark.x}" y="${mark.y}" text-anchor="${mark.anchor}"${mark.bold ? ' font-weight="600"' : ''}>${escapeXml(mark.text)}</text>`;
  }
}
