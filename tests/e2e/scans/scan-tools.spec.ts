import { API_BASE, API_PATHS } from "#contract/routes.ts";
import type { EngineInfo, EngineState } from "#contract/scans/engines.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { expect, test, whenHydrated } from "../kit.ts";

test("a card says that its tool is being installed, and turns to available by itself", async ({ page, product }) => {
	const startedAt = "2026-11-22T10:00:00.000Z";
	let wapiti: EngineState = {
		status: "installing",
		startedAt,
		remainingSeconds: 120,
		download: { done: 34_000_000, total: 210_000_000 },
	};
	const engine = (kind: EngineInfo["kind"], state: EngineState): EngineInfo => ({
		kind,
		tool: kind,
		needs: "ownership",
		state,
	});
	await signIn(page, product);
	await page.route(`**${API_BASE}${API_PATHS.engines}`, (route) =>
		route.fulfill({
			json: {
				engines: [
					engine("wapiti", wapiti),
					engine("nmap", { status: "missing", why: null, remedy: null }),
					engine("zap", { status: "missing", why: "ZAP needs Java 17.", remedy: null }),
					engine("sslyze", { status: "unknown" }),
				],
			},
		}),
	);
	await page.clock.install();
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	const badge = (kind: string) => page.locator(`[data-kind="${kind}"]`).getByRole("status");
	await expect(badge("wapiti")).toHaveText("Being installed, about two minutes");
	await expect(page.getByText("34 of 210 MB downloaded.")).toBeVisible();
	await expect(badge("nmap")).toHaveText("Not available here");
	await expect(badge("zap")).toHaveText("Not installed");
	await expect(badge("sslyze")).toHaveText("Not known yet");
	await expectAxeCleanNow(page, "cards in every state", { within: "main" });

	wapiti = { status: "available", version: "3.2.3" };
	await page.clock.fastForward(6_000);
	await expect(badge("wapiti")).toHaveText("Available 3.2.3");
});
