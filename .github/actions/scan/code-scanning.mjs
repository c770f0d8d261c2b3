/** Code scanning refuses a whole file if one address in it has a scheme: `https://example.com:8443/a` becomes a path. */
function pathOf(uri) {
	const [, scheme, rest = ""] = /^([a-z]+):(?:\/\/)?(.*)$/i.exec(uri) ?? [];
	if (scheme === undefined) return uri;
	const [, host = "", path = ""] = /^([^/]*)(.*)$/.exec(rest) ?? [];
	const name = host
		.replace(/^\[|\]/g, "")
		.replace(/:(?:80|443)$/, "")
		.replace(/:/g, "_");
	return `${name}${path.replace(/\/$/, "")}`;
}

const isOpen = ({ baselineState, suppressions = [] }) => baselineState !== "absent" && suppressions.length === 0;

/** A SARIF log with what code scanning can show: open findings, at places that look like files of the repository. */
export const forCodeScanning = (log) => ({
	...log,
	runs: log.runs.map((run) => ({
		...run,
		results: run.results.filter(isOpen).map((result) => ({
			...result,
			// What it compares between uploads, in place of a line of code.
			partialFingerprints: {
				...result.partialFingerprints,
				primaryLocationLineHash: result.partialFingerprints["plumblineFingerprint/v1"],
			},
			locations: result.locations.map((location) => ({
				...location,
				physicalLocation: {
					artifactLocation: { uri: pathOf(location.physicalLocation.artifactLocation.uri) },
					region: { startLine: 1 },
				},
			})),
		})),
	})),
});
