import { dayText } from "#contract/format/time.ts";
import type { FrameworkSummary } from "#contract/frameworks/frameworks.ts";

type Facts = Pick<FrameworkSummary, "about" | "asOf" | "publisher" | "source" | "notCovered">;

/** What a pack is, where it comes from, and what it must not be taken for. */
export function PackFacts({ framework: { about, asOf, publisher, source, notCovered } }: { framework: Facts }) {
	return (
		<div className="max-w-[62ch] text-15">
			<p>{about}</p>
			<dl className="mt-3 grid gap-x-6 gap-y-2 md:grid-cols-2">
				<div className="min-w-0">
					<dt className="text-13 text-quiet">Published by</dt>
					<dd className="wrap-anywhere">{publisher}</dd>
				</div>
				<div className="min-w-0">
					<dt className="text-13 text-quiet">Compared with the source</dt>
					<dd>{dayText(asOf)}</dd>
				</div>
				<div className="min-w-0 md:col-span-2">
					<dt className="text-13 text-quiet">Source</dt>
					<dd className="wrap-anywhere">
						<a href={source.url} rel="noreferrer" target="_blank" className="inline-flex min-h-11 items-center">
							{source.title}
						</a>
					</dd>
				</div>
			</dl>
			<h3 className="mt-3 text-13 text-quiet">Not covered</h3>
			<ul className="list-disc ps-5">
				{notCovered.map((sentence) => (
					<li key={sentence} className="mt-1">
						{sentence}
					</li>
				))}
			</ul>
		</div>
	);
}
