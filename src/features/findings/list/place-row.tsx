import type { TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import { placeText } from "#contract/format/place.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { seenText, stateText, unbroken } from "../verdicts/verdict-labels.ts";
import { DecidableRow, MAIN } from "./decidable-row.tsx";
import type { Deciding } from "./deciding.ts";

type Props = {
	finding: TrackedFinding;
	deciding: Deciding;
	/** Set below its problem, whose title it does not repeat. Says whether that problem is selected. */
	inside?: { isChosen: boolean };
};

/** One finding at one place: shows its title in the flat list, and its place below a problem. */
export function PlaceRow({ finding, deciding, inside }: Props) {
	const { fingerprint, title, severity, location, client, state, lastSeenAt } = finding;
	const { sample } = deciding;
	const { scope } = useScope();
	const waiting = deciding.waiting.get(fingerprint);
	const place = placeText(location);
	const name = inside ? <bdi className="font-mono font-normal text-13">{place}</bdi> : title;
	const to = `/dashboard/vulnerabilities/${fingerprint}`;
	const facts = [
		deciding.mixed && STATE_LABELS[state],
		!inside && place,
		scope.client === null && client,
		unbroken(seenText(lastSeenAt, sample)),
		stateText(finding, sample),
	];
	return (
		<DecidableRow
			subject={{ type: "place", finding }}
			deciding={deciding}
			severity={inside ? null : severity}
			main={
				sample ? (
					<span data-row-main="" className="wrap-anywhere font-semibold">
						{name}
					</span>
				) : (
					<Link data-row-main="" to={to} className={MAIN}>
						{name}
					</Link>
				)
			}
			to={sample ? null : to}
			waiting={waiting ? { verdict: waiting, fingerprints: [fingerprint] } : null}
			isWithin={inside?.isChosen ?? false}
		>
			{facts.filter(Boolean).join(" · ")}
		</DecidableRow>
	);
}
