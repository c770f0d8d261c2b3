import type * as z from "zod/mini";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { accountHeader } from "#src/lib/account/account.ts";
import { scopeHeaders, type WorkScope } from "#src/lib/workspace/scope.ts";
import { ApiFailure } from "../api-failure.ts";
import { readAnswer } from "../call.ts";

type Upload<S extends z.ZodMiniType> = {
	method: "POST" | "PUT";
	file: Blob;
	scope: WorkScope;
	/** The file's type; by default, the browser's guess. */
	type?: string;
	answer?: S;
	/** Whole percent of the file that have left this device. */
	onProgress?(percent: number): void;
	/** In addition to the headers of every call. */
	headers?: Record<string, string>;
};

/** The time limit for a file on a bad connection, in milliseconds. */
const PATIENCE_MS = 600_000;

/**
 * Sends a file as it is, and rejects as `callApi` does. With XMLHttpRequest: `fetch` does not report upload progress, and a large file
 * takes minutes on a phone.
 */
export function uploadFile<S extends z.ZodMiniType>(path: string, upload: Upload<S>): Promise<z.infer<S>> {
	const { method, file, scope, type = file.type, answer, onProgress, headers } = upload;
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.open(method, API_BASE + path);
		request.timeout = PATIENCE_MS;
		const all = { ...accountHeader(ACCOUNT), ...scopeHeaders(scope), "Content-Type": type, ...headers };
		for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
		request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? Math.floor((100 * loaded) / total) : 0);
		const fail = () => reject(new ApiFailure("", { status: null }));
		request.onerror = fail;
		request.ontimeout = fail;
		request.onload = () => {
			try {
				resolve(readAnswer({ status: request.status, text: request.responseText }, { answer, scope }));
			} catch (error) {
				reject(error);
			}
		};
		request.send(file);
	});
}
