import { site } from "#src/config/site.ts";
import type { Way } from "./install-way.ts";

const MENU = "Open the browser’s menu";

/** What to do if the browser does not offer it. */
const STEPS: Record<Exclude<Way, "prompt" | "none">, readonly string[]> = {
	"ios-share": [
		"Tap Share, the square with the arrow.",
		"Choose Add to Home Screen. It may be below More.",
		"Tap Add.",
	],
	"ios-elsewhere": ["Open this page in Safari.", "Tap Share there, then Add to Home Screen."],
	"mac-dock": ["Open the File menu.", "Choose Add to Dock."],
	"firefox-menu": [`${MENU}, the three dots.`, "Choose Add app to Home screen, or Install."],
	"android-menu": [`${MENU}, the three dots.`, "Choose Add to Home screen, then Install."],
	"desktop-menu": [
		`${MENU}.`,
		`Choose Install ${site.name}. In some browsers it is under “Cast, save and share” or “Apps”.`,
	],
};

/** How to install the app, step by step. */
export function InstallSteps({ way }: { way: Exclude<Way, "prompt" | "none"> }) {
	return (
		<ol className="grid list-decimal gap-1 ps-5 text-15">
			{STEPS[way].map((step) => (
				<li key={step}>{step}</li>
			))}
		</ol>
	);
}
