import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { workspaceId } from "#contract/ids.ts";
import { proofText } from "#server/platform/outgoing/look-for-record.ts";
import type { HostOwnership } from "#server/scanning/targets/ownership/host-ownership.ts";
import { createProve } from "#server/scanning/targets/ownership/ownership.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const WORKSPACE = workspaceId.parse("5f0c6a52-6a0e-4f0e-9a53-0b7f4f9f4a11");
const AT = { address: "93.184.216.34", family: 4 as const };
/** A name with 40 levels, each a host that the account says it owns, with everything below it. */
const LEVELS = Array.from({ length: 40 }, (_, index) => `l${index}`);
const HOSTS = LEVELS.map((_, index) => `${LEVELS.slice(index).join(".")}.example`);
const [HOST = ""] = HOSTS;

const checked = checkedTarget({ host: HOST, addresses: [AT] });

const ownershipOf = (host: string): HostOwnership => ({
	id: `id of ${host}`,
	host,
	includesSubdomains: true,
	token: `token of ${host}`,
	proof: { by: "dns", at: NOW },
	fileSeenAt: undefined,
	checkedAt: undefined,
	problem: undefined,
});

/** Asks for a proof while these hosts still have their record, and one of their files is served. */
async function prove({ withRecord, withFile }: { withRecord: readonly string[]; withFile: string | undefined }) {
	const recorded: string[] = [];
	let running = 0;
	let mostAtOnce = 0;
	const proven = await createProve({
		ownerships: {
			list: async () => HOSTS.map(ownershipOf),
			find: () => expect.fail("not needed"),
			add: () => expect.fail("not needed"),
			remove: () => expect.fail("not needed"),
			record: async (id) => void recorded.push(id),
		},
		findFile: async () => (proof) => ({
			at: withFile !== undefined && proof === proofText(ownershipOf(withFile).token) ? AT : undefined,
			problem: undefined,
		}),
		async lookForRecord({ host }) {
			mostAtOnce = Math.max(mostAtOnce, ++running);
			await setImmediate();
			running--;
			return { found: withRecord.includes(host), problem: undefined };
		},
		now: () => NOW,
	})(WORKSPACE, checked);
	return { proven, recorded, mostAtOnce };
}

test("records of many ownerships are asked for side by side, but not all at once", async () => {
	const { proven, recorded, mostAtOnce } = await prove({ withRecord: [], withFile: undefined });
	expect(proven).toEqual({ ok: false, missing: "proof" });
	expect(recorded.toSorted()).toEqual(HOSTS.map((host) => ownershipOf(host).id).toSorted());
	expect(mostAtOnce).toBeGreaterThan(1);
	expect(mostAtOnce).toBeLessThanOrEqual(8);
});

test("any of them proves it if its record and its file are there, and one without its file says what is missing", async () => {
	const last = HOSTS.at(-1) ?? "";
	expect((await prove({ withRecord: HOSTS, withFile: last })).proven).toEqual({ ok: true, at: AT });
	expect((await prove({ withRecord: [last], withFile: HOST })).proven).toEqual({ ok: false, missing: "file" });
});

test("nothing more is asked once one has proved it", async () => {
	const { proven, recorded } = await prove({ withRecord: HOSTS, withFile: HOST });
	expect(proven).toEqual({ ok: true, at: AT });
	expect(recorded.length).toBeLessThanOrEqual(8);
});

test("a scan changes no ownership that it does not need: the ones after the first that is proven stay as they are", async () => {
	const [, second = ""] = HOSTS;
	const { proven, recorded } = await prove({ withRecord: [second], withFile: second });
	expect(proven).toEqual({ ok: true, at: AT });
	expect(recorded).toEqual([HOST, second].map((host) => ownershipOf(host).id));
});
