import { settings } from "#server/platform/settings/config.ts";
import { SETTING_TEXTS } from "./setting-texts.ts";

const HEAD = `# Settings

Environment variables, checked at start: one message names every setting that cannot be used and says what it wants. An empty value counts as not set. This page is made from \`server/platform/settings/config.ts\` by \`npm run settings\`.

| setting | default | meaning |
| --- | --- | --- |
`;

/** A setting's default as it would be written in the environment; undefined if it has none. */
function defaultOf(name: keyof typeof settings.shape): string | undefined {
	const { def } = settings.shape[name]._zod;
	return def.type === "prefault" ? String(def.defaultValue) : undefined;
}

/** docs/SETTINGS.md: every setting of the server, in the order of the texts. */
export function settingsPage(): string {
	const rows = Object.entries(SETTING_TEXTS).map(([name, text]) => {
		const value = defaultOf(name as keyof typeof SETTING_TEXTS);
		return `| \`${name}\` | ${value === undefined ? "none" : value === "" ? "empty" : `\`${value}\``} | ${text} |\n`;
	});
	return HEAD + rows.join("");
}
