import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flattenHtml, readSections } from './flatten-html.ts';

test('readSections starts a section at each heading, with or without text before it', () => {
  assert.deepEqual(readSections('<h4>Objective</h4>To see.<h4>Results: </h4>Seen <i>well</i>.'), [
    { label: 'Objective', text: 'To see.' },
    { label: 'Results', text: 'Seen well.' },
  ]);
  assert.deepEqual(readSections('First.<h4>Methods</h4>Then.'), [
    { text: 'First.' },
    { label: 'Methods', text: 'Then.' },
  ]);
  assert.deepEqual(readSections('Only text.'), [{ text: 'Only text.' }]);
  assert.deepEqual(readSections('<h4>Empty</h4><h4>Full</h4>x'), [{ label: 'Full', text: 'x' }]);
  assert.deepEqual(readSections(''), []);
});

test('readSections keeps a “<” that starts no tag', () => {
  const text = 'survival (p <\u2009.001) was <1 year in all (p<0.05) and n<b 5, x<y>z.';
  assert.deepEqual(readSections(`${text}<h4>Conclusion</h4>Good.`), [
    { text: text.replace('\u2009', ' ') },
    { label: 'Conclusion', text: 'Good.' },
  ]);
});

test('flattenHtml renders inline markup and entities as PubMed does', () => {
  assert.equal(
    flattenHtml('<b>CO<sub>2</sub></b> at 1.73&nbsp;m<sup>2</sup> &amp; 10<sup>9</sup>/L'),
    'CO2 at 1.73 m2 & 10⁹/L',
  );
  assert.equal(
    flattenHtml('P&lt;0.001 &#x3b2;-blocker &#945; &unknown; &#0; &#xD800;'),
    'P<0.001 β-blocker α &unknown; &#0; &#xD800;',
  );
  assert.equal(flattenHtml('one<br/>two<p>three</p>'), 'one two three');
  assert.equal(flattenHtml('broken </sup> close and <sup>open'), 'broken close and open');
});
