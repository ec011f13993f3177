import { Badge, Loading, Page } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { Category, CategoryFile } from './admin-api.ts';
import { ActionDialog, Input, TextArea, text, useFetched, useOperator } from './common.tsx';
import { Table } from './table.tsx';

/** Page of the specialties to which questions can be restricted, in the operator's file. */
export function CategoriesPage() {
  const { t, number, language } = useLanguage();
  const { client } = useOperator();
  const { data: file, error, reload } = useFetched<CategoryFile>('/categories');
  return (
    <Page
      wide
      title={t('Categories', '学科分类')}
      lead={t(
        'Specialties that a question can be restricted to. Changes take effect immediately.',
        '提问时可限定的学科。修改立即生效。',
      )}
    >
      {error && (
        <p className="note note-bad" role="alert">
          {error}
        </p>
      )}
      {!file && !error && <Loading lines={8} />}
      {file && (
        <>
          {file.problems.length > 0 && (
            <div className="note note-bad" role="alert">
              <p className="note-title">
                {t(
                  'The file was edited by hand and is invalid; the categories below remain in use. The next change made here overwrites the file.',
                  '该文件经手工修改后无法使用；以下为正在使用的分类。在此保存更改会重写该文件。',
                )}
              </p>
              <ul className="problems">
                {file.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </div>
          )}
          <div className="form-row list-tools">
            <p className="fine">
              {file.is_default
                ? t(
                    'These are the built-in categories. Your first change creates a file of your own:',
                    '当前为随附的分类。首次修改会创建您自己的文件：',
                  )
                : t(
                    'The previous version is kept in the same folder, with the suffix .previous:',
                    '上一版本保存在同一目录，后缀为 .previous：',
                  )}{' '}
              <code>{file.path}</code>
            </p>
            <CategoryDialog
              trigger={t('New category …', '新建分类……')}
              triggerClass="button button-primary"
              title={t('New category', '新建分类')}
              action={t('Add', '添加')}
              onDone={reload}
              submit={(fields) => client.post('/categories', { ...fields, version: file.version })}
            />
          </div>
          <Table
            label={t('Categories', '学科分类')}
            rows={file.categories}
            keyOf={({ id }) => id}
            columns={[
              {
                head: t('Name', '名称'),
                cell: ({ name }) => (
                  <>
                    {name[language]}
                    <span className="fine under">{language === 'zh' ? name.en : name.zh}</span>
                  </>
                ),
              },
              { head: 'category_id', cell: ({ id }) => <code>{id}</code> },
              {
                head: t('PubMed filter', 'PubMed 检索式'),
                kind: 'wrap',
                cell: ({ pubmed_filter: filter }) => <code className="filter">{filter}</code>,
              },
              {
                head: t('Library keywords', '文献库关键词'),
                kind: 'wrap',
                cell: ({ library_terms: terms }) => (
                  <details>
                    <summary>
                      {terms.slice(0, 3).join(', ')}
                      {terms.length > 3 && (
                        <>
                          {' '}
                          <Badge>+{number(terms.length - 3)}</Badge>
                        </>
                      )}
                    </summary>
                    {terms.slice(3).join(', ')}
                  </details>
                ),
              },
              {
                head: '',
                kind: 'actions',
                cell: (category) => (
                  <span className="dialog-actions">
                    <CategoryDialog
                      of={category}
                      trigger={t('Edit …', '编辑……')}
                      title={t(`Edit ${category.name.en}`, `编辑 ${category.name.zh}`)}
                      action={t('Save', '保存')}
                      onDone={reload}
                      submit={(fields) =>
                        client.put(`/categories/${category.id}`, { ...fields, version: file.version })
                      }
                    />
                    <ActionDialog
                      trigger={t('Remove …', '删除……')}
                      title={t(`Remove ${category.name.en}?`, `删除 ${category.name.zh}？`)}
                      action={t('Remove', '删除')}
                      danger
                      onDone={reload}
                      submit={async () => {
                        await client.post(`/categories/${category.id}/remove`, { version: file.version });
                        return undefined;
                      }}
                    >
                      <p>
                        {t(
                          `From then on, calls with category_id "${category.id}" are rejected.`,
                          `此后 category_id 为 "${category.id}" 的调用将被拒绝。`,
                        )}
                      </p>
                    </ActionDialog>
                  </span>
                ),
              },
            ]}
          />
        </>
      )}
    </Page>
  );
}

/** `of`: the category being edited, whose id stays. */
function CategoryDialog({
  of,
  submit,
  ...dialog
}: {
  of?: Category;
  trigger: string;
  triggerClass?: string;
  title: string;
  action: string;
  onDone(): void;
  submit(fields: Omit<Category, 'id'> & { id?: string }): Promise<unknown>;
}) {
  const { t } = useLanguage();
  return (
    <ActionDialog
      {...dialog}
      submit={async (fields) => {
        await submit({
          ...(!of && { id: text(fields, 'id') }),
          name: { en: text(fields, 'en'), zh: text(fields, 'zh') },
          pubmed_filter: text(fields, 'filter'),
          library_terms: text(fields, 'terms')
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        });
        return undefined;
      }}
    >
      {!of && (
        <Input
          name="id"
          label={t('ID that callers send (category_id)', '标识，即调用方发送的 category_id')}
          placeholder="sports-medicine"
          required
          pattern="[a-z][a-z0-9_\-]{1,40}"
          title={t(
            '2 to 41 characters (a-z, 0-9, _ and -), starting with a letter',
            '2 到 41 个字符，可用 a-z、0-9、_ 和 -，以字母开头',
          )}
        />
      )}
      <div className="pair">
        <Input
          name="en"
          label={t('Name in English', '英文名称')}
          defaultValue={of?.name.en}
          required
          maxLength={80}
        />
        <Input
          name="zh"
          label={t('Name in Chinese', '中文名称')}
          defaultValue={of?.name.zh}
          required
          maxLength={80}
        />
      </div>
      <TextArea
        name="filter"
        label={t('PubMed filter', 'PubMed 检索式')}
        hint={t(
          'PubMed syntax, combined with every query using AND: "Sports Medicine"[MeSH Terms] OR athlete*[tiab]',
          '使用 PubMed 语法，与每个检索式以 AND 相连："Sports Medicine"[MeSH Terms] OR athlete*[tiab]',
        )}
        defaultValue={of?.pubmed_filter}
        rows={4}
        required
        maxLength={4_000}
      />
      <TextArea
        name="terms"
        label={t('Library keywords, one per line', '文献库关键词，每行一个')}
        hint={t(
          'A record belongs to the category if its title, keywords, MeSH headings or journal contain one of these, in either language.',
          '标题、关键词、MeSH 或期刊名含其中之一的文献即属于该分类。中英文均可。',
        )}
        defaultValue={of?.library_terms.join('\n')}
        rows={6}
        required
      />
    </ActionDialog>
  );
}
