import type { EngineNeeds } from "#contract/engines.ts";
import { type ScanRequest, targetOf } from "#contract/scans.ts";
import { checkWapitiBody } from "../engines/wapiti/check-body.ts";
import type { Guard } from "../targets/guard.ts";
import { parseTarget } from "../targets/parse.ts";
import type { Target } from "../targets/target.ts";
import type { Asker } from "./asker.ts";
import type { IsOwned } from "./ports.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** A target that the asker may have scanned. `free`: it is theirs, or the operator's to allow, so nobody else's limits count. */
type Permitted = { ok: true; host: string; address: string | undefined; free: boolean };

type World = { guard: Guard; isOwned: IsOwned };

/** Whether this asker may aim this kind of scan at its target. */
export async function checkTarget(
	request: ScanRequest,
	needs: EngineNeeds,
	asker: Asker,
	{ guard, isOwned }: World,
): Promise<Permitted | Refusal> {
	const parsed = parseTarget(targetOf(request));
	if (!parsed.ok) return parsed;
	const { target } = parsed;
	if (request.kind === "sslyze" && !isHostAndPort(target)) {
		return refuse("invalid_target", "Please give the target as host:port, such as example.com:443.");
	}
	if (request.kind === "wapiti") {
		const body = checkWapitiBody(request.body);
		if (!body.ok) return refuse("invalid_body", body.message);
	}
	const checked = await guard.check(target, { anyPort: needs !== "nothing" });
	// No answer from the name servers says nothing about the target: the job asks again.
	if (!checked.ok && checked.code !== "unknown") return refuse(checked.code, checked.message);
	const address = checked.ok ? checked.checked.addresses[0].address : undefined;
	const permitted = { ok: true, host: target.host, address, free: true } as const;
	if (checked.ok && checked.checked.listed) return permitted;

	if (needs === "nothing") return { ...permitted, free: false };
	if (asker.type === "anonymous") return refuse("sign_in_required", "Please sign in first. Nothing was done.");
	if (!asker.emailConfirmed) {
		return refuse(
			"email_unconfirmed",
			"Please confirm your e-mail address first, with the code from our mail. The scan was not started.",
		);
	}
	if (needs === "sign-in") return { ...permitted, free: false };
	if (await isOwned(asker.accountId, target)) return permitted;
	return refuse("ownership_required", notYours(target.host), { host: target.host });
}

/** What to do about a host that is not known to be the account's. */
export const notYours = (host: string): string =>
	`This scan probes its target, so it runs only against hosts you have shown to be yours, and ${host} is not one of them yet. You can show it with a DNS TXT record of the name, or with a file below https://${host}/.well-known/.`;

const isHostAndPort = ({ scheme, port, path }: Target) => scheme === undefined && port !== undefined && path === "/";
