import { type Asset, asset } from "#contract/findings/assets.ts";
import type { ClientId } from "#contract/ids.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { type OwnedTarget, ownedTarget, type TargetClaim } from "#contract/scans/targets.ts";
import { callApi } from "#src/lib/data/api.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { ASSETS_KEY } from "#src/lib/findings/assets-api.ts";
import { refreshFindings } from "#src/lib/findings/findings-api.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";

const reread = () => queryClient.invalidateQueries({ queryKey: [ASSETS_KEY] });

export async function addTarget(body: TargetClaim, scope: WorkScope): Promise<OwnedTarget> {
	const target = await callApi(API_PATHS.targets, { method: "POST", body, answer: ownedTarget, scope });
	await reread();
	return target;
}

/** Asks the server to check the proof now. */
export async function verifyTarget(targetId: string, scope: WorkScope): Promise<OwnedTarget> {
	const path = fillPath(API_PATHS.verifyTarget, { targetId });
	const target = await callApi(path, { method: "POST", answer: ownedTarget, scope });
	await reread();
	return target;
}

/** Moves a host to another client, with its findings, scans and schedules. */
export async function moveAsset(host: string, body: { clientId: ClientId }, scope: WorkScope): Promise<Asset> {
	const path = fillPath(API_PATHS.asset, { host });
	const moved = await callApi(path, { method: "PATCH", body, answer: asset, scope });
	await refreshFindings(queryClient);
	return moved;
}

export async function removeAsset(host: string, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.asset, { host }), { method: "DELETE", scope });
	await refreshFindings(queryClient);
}
