import { expect, test } from "vitest";
import type { Asset } from "#contract/findings/assets.ts";
import { ownClient, workspaceId } from "#contract/ids.ts";
import { endDates } from "#src/features/assets/asset-dates.ts";

const NOW = Date.UTC(2026, 5, 10, 12);
const ASSET: Asset = {
	host: "shop.example.com",
	clientId: ownClient(workspaceId.parse("0198c0de-0000-7000-8000-00000000000a")),
	client: "",
	claim: null,
	evaluation: { status: "not-scanned" },
	scans: [],
	open: { high: 0, medium: 0, low: 0, none: 0 },
	certificateEndsAt: "2026-06-22T12:00:00.000Z",
	endOfLife: [
		{ product: "nginx 1.14.0", on: "2019-04-23" },
		{ product: "PHP 8.1", on: "2026-06-11" },
		{ product: "Debian 12", on: "2026-06-10" },
	],
};

test("what expires on a host comes soonest first, and what has expired or expires today says so", {
	meta: { acceptance: "B14" },
}, () => {
	expect(endDates(ASSET, NOW).map(({ what, words }) => `${what} ${words}`)).toEqual([
		"Support for nginx 1.14.0 ended on 23 Apr 2019",
		"Support for Debian 12 ends on 10 Jun 2026, today",
		"Support for PHP 8.1 ends on 11 Jun 2026, tomorrow",
		expect.stringMatching(/^Certificate ends on 2[123] Jun 2026, in 12 days$/),
	]);
	expect(endDates(ASSET, NOW).map(({ over }) => over)).toEqual([true, false, false, false]);
});
