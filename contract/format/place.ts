import type { FindingLocation } from "#contract/findings/findings.ts";

/** `example.com:443/login · session`; only the name, without a port, if the finding is about the name. */
export function placeText({ host, port, path, parameter }: FindingLocation): string {
	const name = host.includes(":") ? `[${host}]` : host;
	const place = `${name}${port === 0 ? "" : `:${port}`}${path}`;
	return parameter === "" ? place : `${place} · ${parameter}`;
}
