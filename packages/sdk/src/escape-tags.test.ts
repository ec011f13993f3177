import assert from 'node:assert/strict';
import { it } from 'node:test';
import { escapeTags } from './escape-tags.ts';

it('escapeTags escapes every “<” that opens a tag: after backslashes, beside unclosed code and inside it', () => {
  for (const [written, safe] of [
    ['<img src=x>', '&lt;img src=x>'],
    // One backslash escapes it, two are a backslash and a tag.
    ['\\<img src=x>', '\\<img src=x>'],
    ['\\\\<img src=x>', '\\\\&lt;img src=x>'],
    ['` <img src=x>', '` &lt;img src=x>'],
    ['\\` <img src=x> `', '\\` &lt;img src=x> `'],
    ['``a` <script>', '``a` &lt;script>'],
    ['</p><!-- x --><?x?>', '&lt;/p>&lt;!-- x -->&lt;?x?>'],
    ['p < 0.05, <5 and a<b', 'p < 0.05, <5 and a&lt;b'],
  ] as const)
    assert.equal(escapeTags(written), safe);
});
