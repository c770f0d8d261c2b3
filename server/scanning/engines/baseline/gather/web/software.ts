import { identifyInGenerator, identifyInHeader, software } from "../../../../software/identify.ts";
import type { SeenSoftware } from "../../../shared/evidence.ts";
import type { Gathered, Walk } from "../../evidence.ts";
import { type Answer, insteadOfPage } from "./answer.ts";
import { endsOf } from "./ends.ts";
import { allExchanges, gapOf } from "./page.ts";
import type { Walked } from "./walk.ts";

/** All walks, and why they may not show the site's versions. */
export type AnswersSeen = { walks: readonly Walk[]; gaps: string[] };

const HEADERS: Record<string, (value: string) => Omit<SeenSoftware, "source" | "text" | "endpoint">[]> = {
	server: identifyInHeader,
	"x-powered-by": identifyInHeader,
	"x-generator": identifyInGenerator,
	"x-powered-cms": identifyInGenerator,
	"x-cms": identifyInGenerator,
	// Liferay Community Edition Portal 7.0.6
	"liferay-portal": (value) => software("Liferay", /\s(\d[\w.]*)/.exec(value)?.[1] ?? "", ""),
	"x-server-powered-by": identifyInHeader,
	"x-php-version": (value) => software("PHP", value, ""),
	"x-umbraco-version": (value) => software("Umbraco", value, ""),
	"x-jenkins": (value) => software("Jenkins", value, ""),
	"x-owa-version": (value) => software("Outlook Web App", value, ""),
	microsoftsharepointteamservices: (value) => software("SharePoint", value, ""),
	"x-aspnet-version": (value) => software("ASP.NET", value, ""),
	"x-aspnetmvc-version": (value) => software("ASP.NET MVC", value, ""),
};

/** A real server names a handful; any more are only there to flood reports. */
const MAX_SOFTWARE = 50;

/** What stands before a site shows its own versions, and hides the site's. */
const HIDES_VERSIONS: readonly Answer["kind"][] = ["bot-wall", "captive-portal"];

/** Why versions of the site may be missing, in sentences. */
export function softwareGaps(walked: readonly Walked[], seconds: number): string[] {
	if (allExchanges(walked.map(({ walk }) => walk)).length === 0) return walked.flatMap((one) => gapOf(one, seconds));
	return endsOf(walked).flatMap(({ exchange, answer }) =>
		HIDES_VERSIONS.includes(answer.kind) ? (insteadOfPage(exchange, answer) ?? []) : [],
	);
}

/** Collects the versions that headers reveal, from every answer there was: error pages show them as well. */
export function gatherSoftware({ walks, gaps }: AnswersSeen): Gathered<"software"> {
	const exchanges = allExchanges(walks);
	if (exchanges.length === 0) return { units: [], gaps };

	const seen = new Map<string, SeenSoftware>();
	let isCut = false;
	for (const { endpoint, url, headers } of exchanges) {
		for (const [header, identify] of Object.entries(HEADERS)) {
			for (const value of headers.get(header) ?? []) {
				for (const found of identify(value)) {
					if (found.version === "") continue;
					const key = `${endpoint.host} ${found.name} ${found.version}`;
					if (seen.has(key)) continue;
					if (seen.size >= MAX_SOFTWARE) isCut = true;
					else seen.set(key, { ...found, source: `${header} header of ${url}`, text: value, endpoint });
				}
			}
		}
	}
	const cut = `The server names more than ${MAX_SOFTWARE} versions; the others were not looked at.`;
	return { units: [{ software: [...seen.values()] }], gaps: isCut ? [...gaps, cut] : gaps };
}
