import { timeText } from "#contract/format/time.ts";
import type { Decision, FrameworkDetail, Reason, RequirementDetail } from "#contract/frameworks/frameworks.ts";
import { isOwn } from "#contract/frameworks/pack.ts";
import { reasonsText } from "#contract/frameworks/statement.ts";
import { StandingBadge } from "#src/lib/controls/standing-badge.tsx";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import type { Decide } from "./use-decide.tsx";

type Props = {
	framework: FrameworkDetail;
	requirement: RequirementDetail;
	decide: Decide;
};

/** Who decided what, when and why. */
function DecisionText({ decision, defaultReasons }: { decision: Decision; defaultReasons: readonly Reason[] }) {
	const { state, reasons, justification, saidAt, by } = decision;
	return (
		<>
			{state === "applicable" && reasons.length > 0 && <p className="text-15">Reasons: {reasonsText(reasons)}</p>}
			{state === "applicable" && reasons.length === 0 && defaultReasons.length > 0 && (
				<p className="text-15 text-quiet">
					Reasons by default, from where its controls came: {reasonsText(defaultReasons)}
				</p>
			)}
			{justification !== "" && (
				<p className="wrap-anywhere max-w-[62ch] whitespace-pre-line text-15">{justification}</p>
			)}
			{saidAt !== null && (
				<p className="text-13 text-quiet tabular-nums">
					Decided {timeText(saidAt)}
					{by && (
						<>
							{" "}
							by <bdi>{by.name}</bdi>
						</>
					)}
				</p>
			)}
		</>
	);
}

/** Everything about one requirement: what it asks for, what was decided, and its controls with their findings and tests. */
export function RequirementPanel({ framework, requirement, decide }: Props) {
	const { can } = useScope();
	const { id, title, about, official, always, decision, defaultReasons, controls } = requirement;
	return (
		<div className="mb-4 grid gap-5 border-line-strong border-s ps-4">
			{isOwn(framework.id) ? (
				// Its words are those of its file, and only their beginning is in lists.
				<p className="wrap-anywhere max-w-[62ch] whitespace-pre-line text-15">
					<bdi>{official?.text || about}</bdi>
				</p>
			) : (
				<p className="max-w-[62ch] text-15">{about}</p>
			)}
			{official && !isOwn(framework.id) && (
				<figure className="max-w-[62ch] border border-line bg-paper px-4 py-3">
					<figcaption className="wrap-anywhere text-13 text-quiet">
						Official words
						{framework.catalog && (
							<>
								, from <bdi>{framework.catalog.title}</bdi> {framework.catalog.version}
							</>
						)}
					</figcaption>
					<blockquote className="wrap-anywhere mt-1 whitespace-pre-line font-serif text-15">
						<p className="font-semibold">
							<bdi>{official.title}</bdi>
						</p>
						<p>
							<bdi>{official.text}</bdi>
						</p>
					</blockquote>
				</figure>
			)}
			{always && framework.always && (
				<p className="max-w-[62ch] text-15 text-quiet">
					{framework.always.name} always apply, so there is nothing to decide.
				</p>
			)}
			{decision && !always && (
				<div>
					<DecisionText decision={decision} defaultReasons={defaultReasons} />
					{can("work") && (
						<fieldset className="mt-2 print:hidden">
							<legend className="sr-only">
								Decide about {id} {title}
							</legend>
							<div className="flex flex-wrap items-center gap-2">
								{decision.state !== "applicable" && (
									<Button variant="secondary" dense onClick={() => decide([id], "applicable")}>
										Applicable
									</Button>
								)}
								{decision.state !== "not-applicable" && (
									<Button
										variant="secondary"
										dense
										aria-haspopup="dialog"
										onClick={() => decide([id], "not-applicable")}
									>
										Not applicable…
									</Button>
								)}
								{decision.state !== "undecided" && (
									<Button variant="secondary" dense onClick={() => decide([id], "reviewed")}>
										Still holds
									</Button>
								)}
								{decision.state === "applicable" && (
									<TextButton
										aria-haspopup="dialog"
										onClick={() => decide([id], "applicable", { asks: true, given: decision })}
									>
										Say why…
									</TextButton>
								)}
								{decision.state !== "undecided" && (
									<TextButton onClick={() => decide([id], "undecided")}>Undo the decision</TextButton>
								)}
							</div>
						</fieldset>
					)}
				</div>
			)}
			<div>
				<h3 className="font-semibold text-15">Controls</h3>
				{controls.length === 0 ? (
					<p className="text-15 text-quiet">No control serves it.</p>
				) : (
					<ul>
						{controls.map(({ controlId, code, title: name, state, standing }) => (
							<li
								key={controlId}
								className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t py-1"
							>
								<Link
									to={`/dashboard/controls/${controlId}`}
									className="wrap-anywhere inline-flex min-h-11 min-w-0 items-center gap-2 text-15"
								>
									<span className="font-mono text-13">{code}</span>
									<bdi>{name}</bdi>
								</Link>
								<span className="flex flex-wrap items-center gap-x-4">
									<Link
										to={`/dashboard/controls/${controlId}#tests`}
										aria-label={`Tests of ${code}`}
										className="inline-flex min-h-11 items-center text-15"
									>
										Tests
									</Link>
									{state !== "retired" && standing === "evidence-against" && (
										<Link
											to={`/dashboard/controls/${controlId}#against`}
											aria-label={`Findings against ${code}`}
											className="inline-flex min-h-11 items-center text-15"
										>
											Findings
										</Link>
									)}
									{state === "retired" ? (
										<span className="text-13 text-quiet">Retired, not counted</span>
									) : (
										<StandingBadge standing={standing} />
									)}
								</span>
							</li>
						))}
					</ul>
				)}
			</div>
			<div>
				<h3 className="font-semibold text-15">Evidence on it</h3>
				<EvidenceAbout about={{ type: "requirement", id: `${framework.id} ${id}` }} />
			</div>
		</div>
	);
}
