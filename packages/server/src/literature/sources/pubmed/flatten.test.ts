import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatten } from './flatten.ts';
import { readXml } from './xml-records.ts';

function flat(inner: string): string {
  return flatten(readXml(`<t>${inner}</t>`, new Set(['t'])));
}

test('inline markup is replaced by its text in place', () => {
  assert.equal(flat('eGFR &lt; 60 mL/min/1.73 m<sup>2</sup> improved'), 'eGFR < 60 mL/min/1.73 m2 improved');
  assert.equal(
    flat('<i>P</i> &lt; 0.001, CO<sub>2</sub>, CD4<sup>+</sup>, 18<sup>th</sup>'),
    'P < 0.001, CO2, CD4+, 18th',
  );
  assert.equal(flat('a <b>bold <i>and</i> nested</b> word'), 'a bold and nested word');
});

test('a superscript or subscript after a number is kept distinct from the number', () => {
  assert.equal(flat('150 × 10<sup>9</sup>/L'), '150 × 10⁹/L');
  assert.equal(flat('2<sup>16</sup>-level'), '2¹⁶-level');
  assert.equal(flat('P2<sub>1</sub>2'), 'P2₁2');
  assert.equal(flat('3.1 × 10<sup>-3</sup>'), '3.1 × 10-3');
});

test('MathML is rendered as symbols with scripts in place and without annotations', () => {
  assert.equal(
    flat('<mml:math><mml:msup><mml:mn>10</mml:mn><mml:mn>5</mml:mn></mml:msup></mml:math>'),
    '10⁵',
  );
  assert.equal(
    flat(
      '<mml:math><mml:semantics><mml:mi>x</mml:mi><mml:annotation>\\alpha</mml:annotation></mml:semantics></mml:math>',
    ),
    'x',
  );
});

test('white space is collapsed, references are decoded, and escaped markup stays text', () => {
  assert.equal(flat(' a\n\t b&#x2009;c&#xA0;d '), 'a b c d');
  assert.equal(
    flat('&#x1D6FC; &#x1F9EC; &lt;i&gt;no&lt;/i&gt; &amp;lt; &quot;q&quot;'),
    '𝛼 🧬 <i>no</i> &lt; "q"',
  );
  assert.equal(flat('<![CDATA[p < 0.05 & n > 3]]>'), 'p < 0.05 & n > 3');
});
