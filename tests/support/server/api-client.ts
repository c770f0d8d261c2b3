import type { Operation } from "#contract/operation.ts";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { API_BASE, fillPath } from "#contract/routes.ts";

type Call = {
	params?: Record<string, string>;
	query?: Record<string, string>;
	body?: unknown;
	/** For a body that is a file and not JSON. */
	file?: { content: string | Buffer; type: string };
	headers?: Record<string, string>;
};

/** Calls the API by the names of its operations, with these headers. */
export function apiClient(url: string, own: Record<string, string> = {}) {
	const call = (name: OperationName, { params = {}, query = {}, body, file, headers = {} }: Call = {}) => {
		const { method, path }: Operation = OPERATIONS[name];
		const address = new URL(API_BASE + fillPath(path, params), url);
		address.search = new URLSearchParams(query).toString();
		const type = file ? file.type : body === undefined ? undefined : "application/json";
		return fetch(address, {
			method,
			headers: { ...(type !== undefined && { "Content-Type": type }), ...own, ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
			...(file && { body: typeof file.content === "string" ? file.content : new Uint8Array(file.content) }),
		});
	};
	return call;
}

/** Headers of a page that acts for this account. */
export const asAccount = ({ cookie, accountId }: { cookie: string; accountId: string }) => ({
	Cookie: cookie,
	[ACCOUNT]: accountId,
});

/** An answer's status with its error. */
export const refusalOf = async (response: Response) => ({
	status: response.status,
	...((await response.json()) as { code: string; message: string; details?: Record<string, unknown> }),
});
