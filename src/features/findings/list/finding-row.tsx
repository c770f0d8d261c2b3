import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { placeText } from "#contract/format/place.ts";
import type { TrackedFinding } from "#contract/vulnerabilities.ts";
import { engineLabel } from "#src/lib/findings/finding-labels.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { StateBadge } from "../state-badge.tsx";
import { seenText, stateText } from "../verdicts/verdict-labels.ts";

type Props = {
	finding: TrackedFinding;
	/** Samples have no detail screen and take no verdicts. */
	sample: boolean;
	chosen: boolean;
	/** Null while a verdict is on its way. */
	onChoose: ((chosen: boolean) => void) | null;
	/** The verdict buttons, or the verdict that is waiting. */
	children: ReactNode;
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="text-15 tabular-nums">{children}</dd>
	</div>
);

/** A finding in a list. On a phone the facts move below the title, in the same order. */
export function FindingRow({ finding, sample, chosen, onChoose, children }: Props) {
	const { fingerprint, title, severity, location, client, engine, state, firstSeenAt, lastSeenAt } = finding;
	const standing = stateText(finding, sample);
	return (
		<div data-finding={fingerprint} className="flex gap-1 border-line border-b py-4">
			{!sample && (
				<label className="-ms-2.5 -mt-2.5 grid size-11 flex-none cursor-pointer place-items-center">
					<input
						type="checkbox"
						checked={chosen}
						disabled={onChoose === null}
						onChange={({ target }) => onChoose?.(target.checked)}
						aria-label={`Select ${title} on ${location.host}`}
						className="size-5 cursor-pointer accent-accent"
					/>
				</label>
			)}
			<div className="grid min-w-0 grow gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_14rem_18rem]">
				<div className="min-w-0">
					<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-15">
						<SeverityMark severity={severity} />
						<StateBadge state={state} />
					</p>
					<p className="wrap-anywhere mt-1 font-semibold text-15">
						{sample ? (
							title
						) : (
							<Link to={`/dashboard/vulnerabilities/${fingerprint}`} className="-my-3 inline-block py-3 text-ink">
								{title}
							</Link>
						)}
					</p>
					<p className="wrap-anywhere line-clamp-3 font-mono text-13">
						<bdi>{placeText(location)}</bdi>
					</p>
					<p className="wrap-anywhere text-13 text-quiet">
						{[client, engineLabel(engine)].filter(Boolean).join(" · ")}
					</p>
					{standing && <p className="wrap-anywhere mt-1 line-clamp-3 text-13">{standing}</p>}
				</div>
				<dl className="grid grid-cols-[repeat(auto-fill,minmax(min(6rem,100%),1fr))] gap-x-4">
					<Fact label="First seen">{seenText(firstSeenAt, sample)}</Fact>
					<Fact label="Last seen">{seenText(lastSeenAt, sample)}</Fact>
				</dl>
				{!sample && (
					<div className="flex min-w-0 flex-wrap gap-x-5 lg:-mt-3 lg:content-start lg:justify-end">{children}</div>
				)}
			</div>
		</div>
	);
}
