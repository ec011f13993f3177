import type { Module } from '@citewell/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { promised } from './request-state.ts';

/** Guard: the key may use this module. Throws 403 no_permission:<module>. */
export function requireModule(
  module: Module,
): (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void {
  return (request, _reply, done) => {
    const allowed = promised(request.apiKey, 'authenticate').modules.includes(module);
    done(allowed ? undefined : new ServiceError('no_permission', { tail: module }));
  };
}
