/**
 * Node's HTTP module. An `import` of it would read each of its exports, and to read one of them, `WebSocket`, Node loads a copy of
 * undici that nothing here uses.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
