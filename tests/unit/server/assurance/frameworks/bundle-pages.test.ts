import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { addBundlePages } from "#server/assurance/frameworks/routes/bundle.ts";
import type { FoundLink } from "#server/assurance/frameworks/store/bundle-links.ts";
import { until } from "#tests/support/until.ts";

const linkOf = (id: string) =>
	({
		link: { id, framework: "mvsp", from: "2026-03-01", to: "2026-03-31", auditor: "Sharp", endsOn: "2026-12-31" },
		scope: {},
		clientName: "Brunnen",
		workspaceName: "Ada",
	}) as FoundLink;

/** The pages, with bundles of two pieces, the second of which waits until `finish` is called. */
async function begin() {
	const app = Fastify();
	onTestFinished(() => app.close());
	const waiting: (() => void)[] = [];
	const state = { revoked: false, ended: false, downloads: 0 };
	addBundlePages(app, {
		links: {
			async find(hash: Buffer) {
				return state.revoked || state.ended ? undefined : linkOf(hash.toString("hex"));
			},
			async countDownload() {
				state.downloads += 1;
			},
			exists: async () => !state.revoked,
		} as never,
		async write() {
			return (async function* () {
				yield Buffer.from("begins");
				await new Promise<void>((resolve) => waiting.push(resolve));
				yield Buffer.from(" and ends");
			})();
		},
	});
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	const finish = () => {
		for (const resolve of waiting.splice(0)) resolve();
	};
	return { state, finish, get: (token: string) => fetch(`${url}/bundle/${token}/bundle.zip`) };
}

test("a link gives two bundles at a time, and says when to come back; others are not in its way", async () => {
	const { state, finish, get } = await begin();
	const [one, two] = [await get("a"), await get("a")];
	expect([one.status, two.status]).toEqual([200, 200]);
	const third = await get("a");
	expect([third.status, third.headers.get("retry-after")]).toEqual([503, "30"]);
	expect(await third.text()).toContain("Two downloads");
	const other = await get("b");
	expect(other.status).toBe(200);
	expect(state.downloads).toBe(3);
	finish();
	expect(await Promise.all([one, two, other].map((answer) => answer.text()))).toEqual(Array(3).fill("begins and ends"));
	const again = await get("a");
	expect(again.status).toBe(200);
	finish();
	await again.text();
});

test("a reader who goes gives the place back", async () => {
	const { finish, get } = await begin();
	for (const _ of [1, 2]) await (await get("a")).body?.cancel();
	// A reader that continues notices it with its next piece.
	const answer = await until(async () => {
		finish();
		const asked = await get("a");
		return asked.status === 200 && asked;
	}, "a place is free again");
	finish();
	expect(await answer.text()).toBe("begins and ends");
});

test("a link that is revoked while its bundle is read gives no more of it", async () => {
	const { state, finish, get } = await begin();
	const answer = await get("a");
	state.revoked = true;
	finish();
	await expect(answer.text()).rejects.toThrow();
	expect((await get("a")).status).toBe(404);
});

test("a bundle that is being read when the link ends is whole, and the next one is not given", async () => {
	const { state, finish, get } = await begin();
	const answer = await get("a");
	state.ended = true;
	finish();
	expect(await answer.text()).toBe("begins and ends");
	expect((await get("a")).status).toBe(404);
});
