import { useEffect, useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { Badge, Loading } from '../components/common.tsx';
import { useText } from '../lib/language.tsx';
import {
  eventsIn,
  type Media,
  type OpenApi,
  type OperationDoc,
  resolveSchema,
  type Schema,
  typeText,
  withoutNull,
} from './openapi.ts';

/** Shows every operation of /openapi.json, rendered by these pages. */
export function Reference() {
  const t = useText();
  const { client } = useVisit();
  const [document, setDocument] = useState<OpenApi>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    client.openapi<OpenApi>().then(setDocument, () => setFailed(true));
  }, [client]);
  if (failed)
    return (
      <p className="note note-bad">{t('/openapi.json could not be loaded.', '无法读取 /openapi.json。')}</p>
    );
  if (!document) return <Loading lines={8} />;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  // Operations used daily come before those used once.
  const rank = ({ path }: { path: string }) =>
    ['/ai/api/', '/v1/', '/apply'].findIndex((start) => path.startsWith(start)) >>> 0;
  operations.sort((one, other) => rank(one) - rank(other));
  return (
    <>
      {operations.map(({ path, method, operation }) => (
        <OperationView
          key={`${method} ${path}`}
          document={document}
          path={path}
          method={method}
          operation={operation}
        />
      ))}
    </>
  );
}

function OperationView({
  document,
  path,
  method,
  operation,
}: {
  document: OpenApi;
  path: string;
  method: string;
  operation: OperationDoc;
}) {
  // Drawn when it is opened: all operations together are thousands of elements.
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className="operation"
      id={operation.operationId}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true);
      }}
    >
      <summary>
        <Badge tone={method === 'get' ? 'good' : 'accent'}>{method.toUpperCase()}</Badge> <code>{path}</code>
        <span className="fine">{operation.summary}</span>
      </summary>
      {wasOpened && <OperationBody document={document} operation={operation} />}
    </details>
  );
}

function OperationBody({ document, operation }: { document: OpenApi; operation: OperationDoc }) {
  const t = useText();
  const body = operation.requestBody?.content['application/json']?.schema;
  const query = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  return (
    <div className="operation-body">
      {(operation.security?.length ?? 0) > 0 && (
        <p className="fine">{t('Requires an API key.', '需要 API 密钥。')}</p>
      )}
      {query.length > 0 && (
        <>
          <h4>{t('Query parameters', '查询参数')}</h4>
          <Fields
            document={document}
            schema={{
              properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
              required: query.filter(({ required }) => required).map(({ name }) => name),
            }}
          />
        </>
      )}
      {body && (
        <>
          <h4>{t('Request body', '请求体')}</h4>
          <Fields document={document} schema={resolveSchema(document, body)} />
        </>
      )}
      <h4>{t('Responses', '响应')}</h4>
      <dl className="responses">
        {Object.entries(operation.responses).map(([status, { description, content }]) => (
          <div key={status}>
            <dt>
              <Badge tone={status.startsWith('2') ? 'good' : 'plain'}>{status}</Badge>
            </dt>
            <dd>
              {description}
              {status.startsWith('2') &&
                Object.entries(content ?? {}).map(([type, media]) => (
                  <MediaView key={type} document={document} type={type} media={media} />
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function MediaView({ document, type, media }: { document: OpenApi; type: string; media: Media }) {
  const schema = media.schema && resolveSchema(document, media.schema);
  const events = schema && !schema.properties ? eventsIn(document, schema) : [];
  return (
    <div>
      <p className="fine">
        <code>{type}</code>
      </p>
      {schema?.properties && <Fields document={document} schema={schema} />}
      {events.length > 0 && (
        <ul className="events">
          {events.map(({ properties: { event, data } = {} }) => (
            <li key={event ? typeText(event) : ''}>
              <code>{event ? typeText(event) : 'data'}</code>{' '}
              <span className="fine">{typeText(data?.contentSchema ?? {})}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fields({ document, schema, depth = 0 }: { document: OpenApi; schema: Schema; depth?: number }) {
  const t = useText();
  return (
    <ul className="fields">
      {Object.entries(schema.properties ?? {}).map(([name, given]) => {
        const property = schema.required?.includes(name) ? given : withoutNull(given);
        const resolved = resolveSchema(document, property);
        const inner = resolveSchema(document, resolved.items ?? resolved);
        return (
          <li key={name}>
            <code className="field-name">{name}</code>{' '}
            <span className="field-type">{typeText(property)}</span>
            {schema.required?.includes(name) && <span className="required"> {t('required', '必填')}</span>}
            {resolved.default !== undefined && (
              <span className="fine">
                {' '}
                {t('default', '默认')} {JSON.stringify(resolved.default)}
              </span>
            )}
            {resolved.description && <p className="fine">{resolved.description}</p>}
            {inner.properties && depth < 2 && <Fields document={document} schema={inner} depth={depth + 1} />}
          </li>
        );
      })}
    </ul>
  );
}
