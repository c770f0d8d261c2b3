import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { readPicture } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

const dataUrl = (picture: Blob): Promise<string> =>
	new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(reader.result as string);
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(picture);
	});

/**
 * The small picture of a file of a piece of evidence, as an address for `img`. It is named by its hash, so it is read once and then stored
 * with other answers, also for offline use.
 */
export const thumbnailQuery = (evidenceId: string, sha256: string, scope: WorkScope) =>
	queryOptions({
		// Its key is separate from the evidence queries, which are refetched after each change.
		queryKey: ["evidence-thumbnail", evidenceId, sha256, ...scopeKey(scope)],
		meta: { kept: z.string().check(z.startsWith("data:image/")), fixed: true },
		queryFn: async ({ signal }) =>
			dataUrl(await readPicture(fillPath(API_PATHS.evidenceFile, { evidenceId, sha256 }), { scope, signal })),
		staleTime: Number.POSITIVE_INFINITY,
	});
