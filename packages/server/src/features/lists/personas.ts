import type { PersonasResponse } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../../http/guards/authenticate.ts';
import { guarded } from '../../http/guards/guard.ts';
import { unmeteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { personasResponse } from './lists-schema.ts';

/** GET /ai/api/personas: the personas of avatar_chat. Open to any key and free of charge. */
export function personasRoute(app: FastifyInstance, { accounts, personas }: Services): void {
  const reply: PersonasResponse = {
    personas: Array.from(personas.values(), ({ id, name, description }, index) => ({
      ...{ id, name, description },
      default: index === 0,
    })),
  };
  app.get('/ai/api/personas', {
    ...guarded(authenticate(accounts), async () => reply),
    config: {
      operation: {
        operationId: 'personas',
        summary: 'List the personas of avatar_chat',
        module: 'any',
        response: { description: 'In the order of the operator’s file', json: personasResponse },
        errors: unmeteredErrors,
      },
    },
  });
}
