import { type FocusEvent, type PointerEvent, useState } from "react";
import { Link } from "react-router-dom";
import { claims } from "#src/config/claims.ts";
import { site } from "#src/config/site.ts";
import { reasons } from "#src/content/landing/why.ts";
import { Bob } from "#src/ui/page/bob.tsx";
import { Readout } from "#src/ui/readout.tsx";
import { useRotation } from "./use-rotation.ts";

const LINKS = [
	{ to: "/trial", label: "Start the trial" },
	{ to: "/demo", label: "See it in 30 minutes" },
	{ to: "/comparison", label: "Compare the ways to get ready" },
];

/** Five reasons, shown in turn. The bob on the scale says which one it is. */
export function WhySection() {
	const [paused, setPaused] = useState(false);
	const [hovered, setHovered] = useState(false);
	const [focused, setFocused] = useState(false);
	const { at, choose } = useRotation(reasons.length, paused || hovered || focused);
	return (
		<section
			id={`why-${site.slug}`}
			aria-labelledby="why-heading"
			onPointerEnter={({ pointerType }: PointerEvent) => setHovered(pointerType === "mouse")}
			onPointerLeave={() => setHovered(false)}
			// A click also leaves focus behind, which does not mean reading. Only keyboard focus counts.
			onFocus={({ target }: FocusEvent) => setFocused(target.matches(":focus-visible"))}
			onBlur={() => setFocused(false)}
			className="night"
		>
			<div className="frame grid grid-cols-1 gap-x-16 py-16 lg:grid-cols-[20rem_minmax(0,1fr)] lg:py-24">
				<h2
					id="why-heading"
					className="mb-8 font-semibold font-serif text-26 tracking-[-0.01em] lg:col-span-2 lg:mb-12 lg:text-34"
				>
					{`Why Choose ${site.name}`}
				</h2>
				<div>
					<ol className="relative [--row:2.75rem] lg:[--row:3.5rem]">
						<span aria-hidden="true" className="-top-4 absolute start-1.5 bottom-0 border-line-strong border-s" />
						<span
							aria-hidden="true"
							className="absolute start-0 top-[calc(var(--row)/2-1.25rem)] transition-[translate] duration-200 ease-out"
							// The prerendered page has no style attribute: its Content-Security-Policy allows none.
							style={at === 0 ? undefined : { translate: `0 calc(var(--row) * ${at})` }}
						>
							<Bob className="w-3" />
						</span>
						{reasons.map(({ mark }, index) => (
							<li key={mark} className="flex h-(--row)">
								<button
									type="button"
									aria-current={index === at ? "true" : undefined}
									aria-controls={`reason-${index}`}
									onClick={() => choose(index)}
									className="relative grow cursor-pointer rounded-control ps-9 text-start text-17 text-quiet before:absolute before:start-2 before:top-1/2 before:w-4 before:border-line-strong before:border-t hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink lg:text-20"
								>
									{mark}
								</button>
							</li>
						))}
					</ol>
					<button
						type="button"
						onClick={() => setPaused(!paused)}
						className="ms-9 mt-2 min-h-11 cursor-pointer text-13 text-quiet underline underline-offset-4 hover:text-ink motion-reduce:hidden noscript:hidden print:hidden"
					>
						{paused ? "Play" : "Pause"}
					</button>
				</div>
				<div className="grid max-lg:mt-6">
					{reasons.map(({ mark, title, text, claims: names, names: list, note }, index) => (
						<div
							key={mark}
							id={`reason-${index}`}
							data-shown={index === at ? "" : undefined}
							className="invisible [grid-area:1/1] opacity-0 transition-opacity duration-160 data-shown:visible data-shown:opacity-100 noscript:visible noscript:[grid-area:auto] noscript:opacity-100 print:visible print:[grid-area:auto] print:opacity-100"
						>
							<h3 className="max-w-[18ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">{title}</h3>
							<p className="mt-4 max-w-[54ch] text-17 lg:text-20">{text}</p>
							<div className="mt-8 flex flex-wrap gap-x-12 gap-y-6">
								{names
									.map((name) => claims[name])
									.filter(({ shown }) => shown)
									.map(({ figure, label }) => (
										<Readout key={figure} reading={figure} unit="" label={label} />
									))}
							</div>
							{list && (
								<ul className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-17">
									{list.map((name) => (
										<li key={name}>{name}</li>
									))}
								</ul>
							)}
							{note && <p className="mt-2 text-13 text-quiet">{note}</p>}
						</div>
					))}
				</div>
				<ul className="mt-10 flex flex-col gap-x-8 border-line border-t pt-4 md:flex-row lg:col-span-2">
					{LINKS.map(({ to, label }) => (
						<li key={to}>
							<Link to={to} className="inline-flex min-h-11 items-center text-17">
								{label}
							</Link>
						</li>
					))}
				</ul>
			</div>
		</section>
	);
}
