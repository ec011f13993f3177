import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { installedFile } from '../../../../platform/installed-file.ts';
import type { OpenSearchAddress } from '../../../../platform/opensearch-address.ts';
import { errorResponseOf, isBlock, type OpenSearchError } from '../client.ts';
import { codeOf, isOtherProtocol, isUntrusted } from './failure-codes.ts';

/**
 * Returns the error of a start or command that could not use OpenSearch, for the operator: where it was expected, the cause
 * and the setting concerned. Undefined for another failure.
 */
export function connectionProblem(address: OpenSearchAddress, error: unknown): StorageError | undefined {
  const isLate = error instanceof ServiceError && error.code === 'overloaded';
  if (!(error instanceof LibraryUnavailable) && !isLate) return undefined;
  const { en, zh } = problemOf(address, error);
  return new StorageError(
    {
      en: `OpenSearch at ${address.origin} (CITEWELL_LIBRARY_URL) ${en}`,
      zh: `位于 ${address.origin} 的 OpenSearch（CITEWELL_LIBRARY_URL）${zh}`,
    },
    error,
  );
}

function problemOf(address: OpenSearchAddress, error: ServiceError): LocalizedMessage {
  const response = errorResponseOf(error);
  if (response && isBlock(response)) return blocked(response);
  const status = response?.status;
  if (status === 401 && address.apiKey !== undefined) return apiKeyRefused;
  if (status === 401) return address.user ? credentialsRefused : credentialsMissing;
  if (status === 403) return forbidden(address.name);
  if (status !== undefined)
    return {
      en: `answers with status ${status}. Check the address, that every node is running, and that no index is red.`,
      zh: `返回状态 ${status}。请检查地址、各节点是否在运行，以及索引状态是否为 red。`,
    };
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return connectionRefused;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return hostUnknown;
  if (isUntrusted(code)) return untrusted(code);
  if (isOtherProtocol(code)) return otherProtocol(code);
  if (error.code === 'overloaded' || /TIMEDOUT|TIMEOUT|UNREACH/.test(code)) return silent;
  return {
    en: `returns incomplete replies${code && ` (${code})`}. Check the address, that every node is running, and that no index is red.`,
    zh: `未能完整响应${code && `（${code}）`}。请检查地址、各节点是否在运行，以及索引状态是否为 red。`,
  };
}

const connectionRefused = {
  en: 'refuses connections. Check that it is running, and its host and port.',
  zh: '拒绝连接。请检查其是否在运行，以及主机名和端口。',
};

const hostUnknown = {
  en: 'has a host name that cannot be resolved. Check its spelling and the name servers.',
  zh: '的主机名无法解析。请检查拼写和 DNS 服务器。',
};

const silent = {
  en: 'does not answer in time. Check host, port and firewall.',
  zh: '未在限定时间内响应。请检查主机名、端口和防火墙。',
};

const apiKeyRefused = {
  en: 'rejected the credentials: the API key of CITEWELL_LIBRARY_API_KEY (status 401). OpenSearch has API keys since 3.7; with an older release, give a user and password in CITEWELL_LIBRARY_URL.',
  zh: '拒绝了 CITEWELL_LIBRARY_API_KEY 中的 API 密钥（状态 401）。OpenSearch 自 3.7 起才支持 API 密钥；旧版本请在 CITEWELL_LIBRARY_URL 中填写用户名和密码。',
};

const credentialsRefused = {
  en: 'rejected the credentials: the user and password of CITEWELL_LIBRARY_URL (status 401).',
  zh: '拒绝了 CITEWELL_LIBRARY_URL 中的用户名和密码（状态 401）。',
};

const credentialsMissing = {
  en: 'requires credentials (status 401): give a user and password in CITEWELL_LIBRARY_URL.',
  zh: '要求身份验证（状态 401）：请在 CITEWELL_LIBRARY_URL 中填写用户名和密码。',
};

function forbidden(name: string): LocalizedMessage {
  return {
    en: `rejects the user of the library (status 403). Give it the permissions on the cluster and on the indices ${name}-records*, ${name}-state* and ${name}-searches* that ${installedFile('docs/operator/library-opensearch.md')} lists.`,
    zh: `拒绝了文献库的用户（状态 403）。请授予其 ${installedFile('docs/operator/library-opensearch.md')} 所列的集群权限，以及索引 ${name}-records*、${name}-state* 和 ${name}-searches* 的权限。`,
  };
}

function blocked({ status, type }: OpenSearchError): LocalizedMessage {
  return {
    en: `is read-only (status ${status}, ${type}). Free space on its disks if they are full, remove the block if it remains, and repeat the command.`,
    zh: `不接受更改（状态 ${status}，${type}）。如磁盘已满，请释放空间；如限制仍在，请将其解除，然后重新执行命令。`,
  };
}

function untrusted(code: string): LocalizedMessage {
  return {
    en: `has a certificate that is not trusted (${code}). If its authority is not a public one, CITEWELL_LIBRARY_CA must name the authority's PEM file.`,
    zh: `的证书不受信任（${code}）。如签发机构不是公共机构，须用 CITEWELL_LIBRARY_CA 指定该机构的 PEM 文件。`,
  };
}

function otherProtocol(code: string): LocalizedMessage {
  return {
    en: `answers in another protocol (${code}). Check whether the address begins with https:// or http://.`,
    zh: `使用其他协议（${code}）。请检查地址应以 https:// 还是 http:// 开头。`,
  };
}
