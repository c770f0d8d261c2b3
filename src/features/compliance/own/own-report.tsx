import type { ReactNode } from "react";
import { counted } from "#contract/format/count.ts";
import type { OwnFrameworkReport } from "#contract/frameworks/own-frameworks.ts";

const SUMMARY = "inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4";

function Part({ summary, children }: { summary: string; children: ReactNode }) {
	return (
		<details>
			<summary className={SUMMARY}>{summary}</summary>
			{children}
		</details>
	);
}

/** What a file has, and all that is not read. */
export function OwnReport({ report }: { report: OwnFrameworkReport }) {
	const { requirements, headings, groups, first, controls, linked, unknownCodes, counts, notTaken, unread } = report;
	return (
		<div className="text-15">
			<p className="font-semibold tabular-nums">
				{counted(requirements, "requirement")}
				{headings > 0 && ` under ${counted(headings, "heading")}`}
			</p>
			<p className="tabular-nums">
				{controls === 0
					? "No controls are linked. You can link them later, on a control’s own page."
					: `${counted(linked, "requirement")} linked to ${counted(controls, "control")}`}
			</p>
			{unknownCodes.length > 0 && (
				<p className="wrap-anywhere mt-1">
					No control has {unknownCodes.length === 1 ? "this code" : "these codes"}, so nothing is linked to{" "}
					{unknownCodes.length === 1 ? "it" : "them"}: <bdi>{unknownCodes.join(", ")}</bdi>
				</p>
			)}
			{groups.length > 0 && (
				<Part summary={groups.length === 100 ? "The first 100 headings" : `Headings at the top: ${groups.length}`}>
					<ul>
						{groups.map(({ id, title, requirements }) => (
							<li key={id} className="wrap-anywhere border-line border-t py-1.5">
								<span className="font-mono text-13">{id}</span> <bdi>{title}</bdi>{" "}
								<span className="text-13 text-quiet tabular-nums">{counted(requirements, "requirement")}</span>
							</li>
						))}
					</ul>
				</Part>
			)}
			<Part summary={`The first ${counted(first.length, "requirement")}`}>
				<ul>
					{first.map(({ id, title }) => (
						<li key={id} className="wrap-anywhere border-line border-t py-1.5">
							<span className="font-mono text-13">{id}</span> <bdi>{title}</bdi>
						</li>
					))}
				</ul>
			</Part>
			{(["unusable", "withdrawn"] as const).map((kind) => {
				const listed = notTaken.filter((each) => each.kind === kind);
				const more = counts[kind] - listed.length;
				return (
					counts[kind] > 0 && (
						<Part
							key={kind}
							summary={`${kind === "unusable" ? "Cannot be used" : "Withdrawn"}: ${counts[kind].toLocaleString("en")}`}
						>
							<ul>
								{listed.map(({ where, id, why }) => (
									<li key={`${where} ${id}`} className="wrap-anywhere border-line border-t py-1.5">
										<span className="font-mono text-13">
											{where} <bdi>{id}</bdi>
										</span>{" "}
										{why}
									</li>
								))}
							</ul>
							{more > 0 && <p className="text-13 text-quiet">And {more.toLocaleString("en")} more.</p>}
						</Part>
					)
				);
			})}
			{unread.length > 0 && (
				<p className="wrap-anywhere mt-1 text-quiet">
					These columns are not read: {unread.map((head) => `“${head}”`).join(", ")}.
				</p>
			)}
		</div>
	);
}
