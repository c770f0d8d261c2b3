import { expect, test } from "vitest";
import { readConfig } from "#server/platform/settings/config.ts";
import { openInstalling } from "#server/scanning/tools/open-installer.ts";
import { createFakeEngine, createFakeEngines } from "#tests/support/engines/fake-engine.ts";

test("with ENGINES=off, a tool that the operator has set keeps its own reason for not being there", () => {
	const { state } = openInstalling({
		config: readConfig({ ENGINES: "off", ZAP_URL: "http://127.0.0.1:8090" }),
		engines: createFakeEngines(createFakeEngine()),
		say: () => {},
		now: () => new Date(0),
		onError: () => {},
	});
	expect(state("zap")).toBeUndefined();
	expect(state("wapiti")).toBe("off");
});
