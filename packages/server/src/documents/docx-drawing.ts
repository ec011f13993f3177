import { type Drawing, drawingFontSize, type Mark, textWidth } from '@citewell/sdk';
import { escapeXml } from './escape-xml.ts';

/** English metric units per CSS pixel: 914,400 per inch of 96 pixels. */
const emu = 9_525;
/** Font size in half points, at three quarters of a point per pixel. */
const halfPoints = Math.round(drawingFontSize * 0.75 * 2);
/** Height of a text box above the baseline. */
const ascent = 14;
const textHeight = 20;

export const drawingNamespaces =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"';

/**
 * Converts a drawing to a group of Word's own shapes (DrawingML), which needs no image and stays sharp and editable; programs without
 * support for them show the text alternative. `id` must be unique in the document.
 */
export function docxDrawing({ width, height, label, marks }: Drawing, id: number): string {
  const size = `cx="${units(width)}" cy="${units(height)}"`;
  const description = escapeXml(label);
  const shapes = marks.map((mark, at) => shape(mark, id * 1_000 + at + 1)).join('');
  const frame = `<a:xfrm><a:off x="0" y="0"/><a:ext ${size}/><a:chOff x="0" y="0"/><a:chExt ${size}/></a:xfrm>`;
  const group = `<wpg:wgp><wpg:cNvGrpSpPr/><wpg:grpSpPr>${frame}</wpg:grpSpPr>${shapes}</wpg:wgp>`;
  const inline = `<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr id="${id}" name="Figure ${id}" descr="${description}"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup">${group}</a:graphicData></a:graphic></wp:inline>`;
  return `<w:r><mc:AlternateContent><mc:Choice Requires="wpg"><w:drawing>${inline}</w:drawing></mc:Choice><mc:Fallback><w:t xml:space="preserve">${description}</w:t></mc:Fallback></mc:AlternateContent></w:r>`;
}

function units(pixels: number): number {
  return Math.max(0, Math.round(pixels * emu));
}

function shape(mark: Mark, id: number): string {
  switch (mark.kind) {
    case 'line': {
      const { x1, y1, x2, y2, dashed } = mark;
      // Drawn from the upper left corner to the lower right one, unless flipped.
      const isFlipped = x2 > x1 !== y2 > y1 && x1 !== x2 && y1 !== y2;
      const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
      const place = placed(x, y, Math.abs(x2 - x1), Math.abs(y2 - y1), isFlipped ? ' flipV="1"' : '');
      return whole(
        id,
        `${place}${geometry('line')}<a:ln w="9525">${black}${dashed ? '<a:prstDash val="dash"/>' : ''}</a:ln>`,
      );
    }
    case 'box': {
      const { x, y, width, height, filled } = mark;
      const fill = filled ? black : '<a:noFill/>';
      return whole(
        id,
        `${placed(x, y, width, height)}${geometry('rect')}${fill}<a:ln w="9525">${black}</a:ln>`,
      );
    }
    case 'text': {
      const { x, y, text, anchor, bold } = mark;
      // Fonts differ in width, so there is room for one that is wider than estimated.
      const width = textWidth(text) * 1.3 + 8;
      const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
      const align = { start: 'left', middle: 'center', end: 'right' }[anchor];
      const content = `<w:p><w:pPr><w:spacing w:before="0" w:after="0"/><w:jc w:val="${align}"/></w:pPr><w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/></w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
      return whole(
        id,
        `${placed(left, y - ascent, width, textHeight)}${geometry('rect')}<a:noFill/><a:ln><a:noFill/></a:ln>`,
        `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx>`,
      );
    }
  }
}

const black = '<a:solidFill><a:srgbClr val="000000"/></a:solidFill>';

function placed(x: number, y: number, width: number, height: number, more = ''): string {
  return `<a:xfrm${more}><a:off x="${Math.round(x * emu)}" y="${Math.round(y * emu)}"/><a:ext cx="${units(width)}" cy="${units(height)}"/></a:xfrm>`;
}

function geometry(preset: 'line' | 'rect'): string {
  return `<a:prstGeom prst="${preset}"><a:avLst/></a:prstGeom>`;
}

function whole(id: number, properties: string, text = ''): string {
  return `<wps:wsp><wps:cNvPr id="${id}" name="Shape ${id}"/><wps:cNvSpPr/><wps:spPr>${properties}</wps:spPr>${text}<wps:bodyPr wrap="none" lIns="0" tIns="0" rIns="0" bIns="0" anchor="ctr"/></wps:wsp>`;
}
