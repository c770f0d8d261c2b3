import { queryOptions } from "@tanstack/react-query";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { type OwnedTarget, ownedTarget, type TargetClaim, targetList } from "#contract/targets.ts";
import { callApi } from "#src/lib/api.ts";
import { queryClient } from "#src/lib/query-client.ts";

/** `GET targets/`. */
export const targetsQuery = queryOptions({
	queryKey: ["targets"],
	queryFn: ({ signal }) => callApi(API_PATHS.targets, { answer: targetList, signal }),
});

const reread = () => queryClient.invalidateQueries({ queryKey: targetsQuery.queryKey });

export async function claimTarget(body: TargetClaim): Promise<OwnedTarget> {
	const target = await callApi(API_PATHS.targets, { method: "POST", body, answer: ownedTarget });
	await reread();
	return target;
}

/** Has the server look for the proof now. */
export async function verifyTarget(targetId: string): Promise<OwnedTarget> {
	const target = await callApi(fillPath(API_PATHS.verifyTarget, { targetId }), { method: "POST", answer: ownedTarget });
	await reread();
	return target;
}

export async function removeTarget(targetId: string): Promise<void> {
	await callApi(fillPath(API_PATHS.target, { targetId }), { method: "DELETE" });
	await reread();
}
