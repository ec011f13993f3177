type Style = {
  id: string;
  name: string;
  /** Half points. */
  size: number;
  bold?: true;
  /** Twentieths of a point. */
  before?: number;
  after?: number;
  outline?: 0 | 1;
  center?: true;
  keepNext?: true;
  /** Lines, 240 each. */
  line?: number;
};

const styles: Style[] = [
  { id: 'Title', name: 'Title', size: 32, bold: true, after: 240, center: true, keepNext: true },
  { id: 'Subtitle', name: 'Subtitle', size: 19, after: 240, center: true },
  {
    id: 'Heading1',
    name: 'heading 1',
    size: 26,
    bold: true,
    before: 320,
    after: 120,
    outline: 0,
    keepNext: true,
  },
  {
    id: 'Heading2',
    name: 'heading 2',
    size: 23,
    bold: true,
    before: 200,
    after: 80,
    outline: 1,
    keepNext: true,
  },
  { id: 'BodyText', name: 'Body Text', size: 21, after: 120, line: 300 },
  { id: 'ListBullet', name: 'List Bullet', size: 21, after: 60, line: 290 },
  { id: 'TableHead', name: 'Table Head', size: 17, bold: true, before: 40, after: 40 },
  { id: 'TableText', name: 'Table Text', size: 17, before: 30, after: 30 },
  { id: 'TableNote', name: 'Table Note', size: 17, before: 80, after: 120 },
  { id: 'Reference', name: 'Reference', size: 19, after: 60 },
];

/** Returns the styles of a manuscript: a serif font for Latin, SimSun with SimHei headings for Chinese. */
export function docxStyles(namespaces: string): string {
  const fonts = (bold?: true) =>
    `<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman" w:eastAsia="${bold ? 'SimHei' : 'SimSun'}"/>`;
  // Latin words are marked as English in either language; marked as Chinese, they would be broken anywhere.
  const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${fonts()}<w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>`;
  const paragraphs = styles.map(
    ({ id, name, size, bold, before = 0, after = 0, outline, center, keepNext, line = 240 }) =>
      [
        `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>`,
        keepNext ? '<w:keepNext/>' : '',
        `<w:spacing w:before="${before}" w:after="${after}" w:line="${line}" w:lineRule="auto"/>`,
        center ? '<w:jc w:val="center"/>' : '',
        outline === undefined ? '' : `<w:outlineLvl w:val="${outline}"/>`,
        `</w:pPr><w:rPr>${fonts(bold)}${bold ? '<w:b/><w:bCs/>' : ''}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`,
      ].join(''),
  );
  const border = (side: string, size: number) =>
    `<w:${side} w:val="single" w:sz="${size}" w:space="0" w:color="auto"/>`;
  return [
    `<w:styles ${namespaces}>`,
    defaults,
    `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>`,
    ...paragraphs,
    '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0B4F8A"/><w:u w:val="single"/></w:rPr></w:style>',
    '<w:style w:type="character" w:styleId="SearchQuery"><w:name w:val="Search Query"/><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="17"/></w:rPr></w:style>',
    `<w:style w:type="table" w:styleId="ThreeLines"><w:name w:val="Three Lines"/><w:tblPr><w:tblBorders>${border('top', 12)}${border('bottom', 12)}</w:tblBorders><w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblStylePr w:type="firstRow"><w:tcPr><w:tcBorders>${border('bottom', 6)}</w:tcBorders></w:tcPr></w:tblStylePr></w:style>`,
    '</w:styles>',
  ].join('\n');
}
