import { site } from "#src/config/site.ts";
import { hero } from "#src/content/landing/hero.ts";
import { deferred } from "#src/ui/deferred.tsx";
import { ScanForm } from "../scan-form/scan-form.tsx";

const SampleReport = deferred(() => import("./sample-report.tsx"));

/** The first screen: what this is, the form, and the product itself. */
export function Hero() {
	return (
		<section
			aria-labelledby="hero"
			className="frame grid grid-cols-1 gap-10 pt-8 lg:min-h-[45rem] lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-16 lg:pt-16"
		>
			<div className="lg:self-center lg:pb-16">
				{/* Two lines on any phone: the longer one is 9.6 em wide. */}
				<h1
					id="hero"
					className="font-semibold font-serif text-[min(2.125rem,8.9vw)] leading-[1.12] tracking-[-0.015em] lg:text-46"
				>
					{hero.headline.map((line) => (
						<span key={line} className="block">
							{line}{" "}
						</span>
					))}
				</h1>
				<p className="mt-4 text-17 lg:text-20">{hero.lead}</p>
				<p className="mt-3 hidden text-17 text-quiet lg:block">{hero.invitation}</p>
				<div className="mt-6 noscript:hidden lg:mt-8">
					<ScanForm />
					<div data-below-form="" className="grid" />
				</div>
				<noscript>
					<p className="mt-6 text-17">
						The form needs JavaScript. You can write to <a href={`mailto:${site.email}`}>{site.email}</a> instead.
					</p>
				</noscript>
			</div>
			{/* On wide screens it is as high as the row but never makes the row higher; receipts may. */}
			<figure className="h-[30rem] overflow-hidden lg:h-0 lg:min-h-full">
				<figcaption className="mb-3 text-13 text-quiet">
					A real report, cropped: our scan of the deliberately weak site we ship for practice.
				</figcaption>
				<SampleReport />
			</figure>
		</section>
	);
}
