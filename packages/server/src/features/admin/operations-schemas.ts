import { z } from 'zod';
import { categorySchema } from '../../literature/query/category.ts';
import { structuredOutputs } from '../../llm/reply-schema.ts';
import { categoryResponse } from '../lists/lists-schema.ts';
import * as field from './fields.ts';
import { countNames, jobKinds, jobStates } from './operations/library-job.ts';

/** Schemas of the routes for the library, the categories and health. */

export const jobRequest = z.object({
  kind: field.oneOf(jobKinds),
  path: z
    .string()
    .refine((path) => path.length <= 1_000 && path.isWellFormed() && !path.includes('\0'))
    .meta({
      allowed: {
        en: 'a file or folder inside the folder of incoming files; omit it for everything',
        zh: '导入目录中的文件或文件夹；省略表示整个目录',
      },
    })
    .exactOptional(),
  dry_run: z
    .boolean()
    .meta({
      allowed: { en: 'true to read only, without writing', zh: 'true 表示试运行：只读取、不写入' },
      default: false,
    })
    .exactOptional(),
  reason: field.reason.exactOptional(),
});

const { id: categoryId, name, pubmed, terms } = categorySchema.shape;
const seenVersion = z.string().meta({
  allowed: { en: 'the "version" of the list being changed', zh: '所修改列表的 "version"' },
});
const edited = { version: seenVersion, reason: field.reason.exactOptional() };

export const replaceCategoryRequest = z.object({
  name,
  pubmed_filter: pubmed,
  library_terms: terms,
  ...edited,
});
export const addCategoryRequest = replaceCategoryRequest.extend({ id: categoryId });
export const removeCategoryRequest = z.object(edited);

const time = z.string().meta({ format: 'date-time' });
const milliseconds = z.int().meta({ description: 'Milliseconds' });

export const jobResponse = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  path: z
    .string()
    .nullable()
    .meta({ description: 'Path below the folder for incoming files; "" is the whole folder' }),
  dry_run: z.boolean(),
  actor: z.string(),
  state: z.enum(jobStates).meta({
    description:
      'problems: finished, with errors. busy: another process was running a sync. interrupted: the service ended first. elsewhere: started on another machine, and not known to have ended',
  }),
  started_at: time,
  ended_at: time.nullable(),
  progress: z
    .object({
      file: z.string().nullable(),
      files: z.int().meta({ description: 'Number of files processed so far' }),
      records: z.int(),
      rate: z.number().meta({ description: 'Records per second' }),
      percent: z.number(),
      seconds_left: z.number().nullable(),
    })
    .nullable(),
  counts: z.record(z.enum(countNames), z.int()).nullable(),
  problems: z.array(z.string()).meta({ description: 'One entry per line; only for jobs of this process' }),
});

export const libraryResponse = z.object({
  records: z.int(),
  newest: z.string().nullable(),
  changed_at: time.nullable(),
  synced_at: time.nullable(),
  bytes: z.int(),
  segments: z.int(),
  sync: z.object({
    schedule: z.string().nullable().meta({ description: 'Cron syntax, in the machine’s time zone' }),
    next_at: time.nullable(),
  }),
  incoming: z.object({
    folder: z.string(),
    exists: z.boolean(),
    entries: z.array(
      z.object({ name: z.string(), kind: z.enum(['file', 'folder']), bytes: z.int().nullable() }),
    ),
    has_more: z.boolean().meta({ description: 'There are more' }),
  }),
});

export const jobList = z.object({ jobs: z.array(jobResponse) });

export const categoryFile = z.object({
  path: z.string(),
  version: z
    .string()
    .meta({ description: 'Send it with the next change, which is rejected if the file has changed since' }),
  is_default: z.boolean().meta({ description: 'There is no file yet; the first change creates it' }),
  problems: z.array(z.string()).meta({ description: 'Why the file, edited by hand, cannot be used' }),
  categories: z.array(categoryResponse),
});

const dependencyResponse = z.object({
  id: z.string(),
  configured: z.boolean(),
  model: z.string().nullable(),
  structured_output: z.enum(structuredOutputs).nullable().meta({
    description:
      'How a language model is made to reply in JSON, as its first such reply showed: by a schema, by JSON mode, or by the prompt alone',
  }),
  circuit: z
    .enum(['open', 'closed'])
    .nullable()
    .meta({ description: 'open: requests are paused for a while after repeated failures' }),
  requests: z.int().meta({ description: 'Among the last hundred requests since this process started' }),
  failures: z.int(),
  requests_total: z.int().meta({ description: 'Since this process began' }),
  failures_total: z.int().meta({ description: 'Number of them that failed' }),
  queue: z.object({ waiting: z.int(), wait_ms: milliseconds, refused: z.int() }).nullable().meta({
    description:
      'Requests waiting in the queue of a rate-limited source, how long one more would wait, and how many were refused because it would have been too long, since this process began',
  }),
  last_success_at: time.nullable(),
  last_failure_at: time.nullable(),
  last_failure: z.string().nullable().meta({ description: 'The reason’s code' }),
  latency_ms: z.object({ median: milliseconds, p95: milliseconds }).nullable(),
});

export const healthResponse = z.object({
  dependencies: z.array(dependencyResponse),
  abandoned_calls: z.int().meta({
    description: 'Calls that ended with work still running, since this process started; each is logged',
  }),
  internal_errors: z.int().meta({
    description:
      'Requests that failed because of a service error (internal_error) since this process started; each is logged',
  }),
  lost_file: z.string().nullable().meta({
    description: 'Path in the data folder that was removed or replaced: this process rejects all requests',
  }),
  write_failure: z.enum(['disk_full', 'io_error']).nullable().meta({
    description:
      'The reason why the accounts database cannot be written to; calls get 503 until a probe succeeds',
  }),
});

export const probeResponse = z.object({
  dependency: dependencyResponse,
  probe: z.object({ failure: z.string().nullable(), duration_ms: milliseconds }),
});

/** Named schemas of the operator's openapi.json. */
export const operationsComponents = {
  JobRequest: jobRequest,
  AddCategoryRequest: addCategoryRequest,
  ReplaceCategoryRequest: replaceCategoryRequest,
  RemoveCategoryRequest: removeCategoryRequest,
  LibraryJob: jobResponse,
  LibraryJobs: jobList,
  Library: libraryResponse,
  CategoryFile: categoryFile,
  Health: healthResponse,
  Probe: probeResponse,
};
