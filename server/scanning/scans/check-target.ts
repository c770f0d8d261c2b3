import { kindOf } from "#contract/kinds/kinds.ts";
import { scanTarget } from "#contract/scans/scan-target.ts";
import type { ScanRequest } from "#contract/scans/scans.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import type { ListedEngine } from "../engines/engine-list.ts";
import { FILE_PATH } from "../targets/ownership/host-ownership.ts";
import type { Ownership } from "../targets/ownership/ownership.ts";
import type { Asker } from "./asker.ts";
import { type CountedTarget, type LimitNumbers, proofLimits, refuseLimit } from "./limits.ts";
import type { ScanStore } from "./store/scan-store.ts";

/** `counted`: undefined if the operator lists the target; then only the sender's limits apply. */
type Permitted = { ok: true; counted: CountedTarget | undefined };

type CheckTargetDeps = {
	guard: Guard;
	ownership: Ownership;
	limits: LimitNumbers;
	takePoint: ScanStore["takePoint"];
	/** Whether to look for the proof's file now; otherwise only when the scan runs. */
	looksForFile: boolean;
};

/** Whether this requester may aim this kind of scan at its target. */
export async function checkTarget(
	request: ScanRequest,
	engine: Pick<ListedEngine, "check">,
	asker: Asker,
	{ guard, ownership, limits, takePoint, looksForFile }: CheckTargetDeps,
): Promise<Permitted | Refusal> {
	const parsed = scanTarget(request);
	if (!parsed.ok) return parsed;
	const { target } = parsed;
	const { needs } = kindOf(request.kind);
	const body = engine.check?.(request.body);
	if (body?.ok === false) return refuse("invalid_body", body.message);
	const checked = await guard.check(target, { anyPort: needs !== "nothing" });
	// Name servers that do not answer tell us nothing about the target: the job asks again.
	if (!checked.ok && checked.code !== "unknown") return refuse(checked.code, checked.message);
	if (checked.ok && checked.checked.listed) return { ok: true, counted: undefined };
	const addresses = checked.ok ? checked.checked.addresses.map(({ address }) => address) : [];
	const passive: Permitted = { ok: true, counted: { host: target.host, addresses, probe: undefined } };

	if (needs === "nothing") return passive;
	if (asker.type === "anonymous") return refuse("sign_in_required", "Please sign in first. Nothing was done.");
	if (!asker.emailConfirmed) {
		return refuse(
			"email_unconfirmed",
			"Please confirm your email address first, with the code from our email. The scan was not started.",
		);
	}
	if (needs === "sign-in") return passive;

	const { host } = target;
	const unproven = (missing: "proof" | "file") => refuse("ownership_required", notYours(host, missing), { host });
	if (!(await ownership.isProven(asker.workspaceId, target))) return unproven("proof");
	// Only the address that has the file counts, so strangers' names do not use up an owner's share. The run finds it.
	if (!checked.ok || !looksForFile) return { ok: true, counted: { host, addresses: [], probe: request.kind } };
	for (const limit of proofLimits("proof-address", asker.accountId, addresses, limits)) {
		const room = await takePoint(limit);
		if (!room.ok) return refuseLimit(limit, room.retryAfter);
	}
	const at = await ownership.findFile(asker.workspaceId, checked.checked);
	return at ? { ok: true, counted: { host, addresses: [at.address], probe: request.kind } } : unproven("file");
}

/** What to do about a host that a scan would probe and that is not verified as the account's. */
export function notYours(host: string, missing: "proof" | "file"): string {
	const url = `https://${host.includes(":") ? `[${host}]` : host}${FILE_PATH}`;
	switch (missing) {
		case "proof":
			return `This scan probes its target, so it runs only on hosts that are verified as yours, and ${host} is not. A DNS TXT record shows that the name is yours; the scan also needs the file ${url}. Assets shows what to put where.`;
		case "file":
			return `${host} is verified, but this scan probes the server behind the name, and the file ${url} was not found there. It has to be served on port 443 or 80 of the address that is scanned, without a redirect. Assets shows what to put in it.`;
	}
}
