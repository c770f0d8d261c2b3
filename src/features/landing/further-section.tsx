import { Link } from "react-router-dom";
import { timings } from "#src/config/timings.ts";
import { Bob } from "#src/ui/page/bob.tsx";
import { AddressForm } from "./address-form.tsx";

const QUIET = "inline-flex min-h-11 items-center text-17";

/** What to do next, and the newsletter. */
export function FurtherSection() {
	return (
		<section aria-labelledby="further" className="border-line border-t bg-raised">
			<div className="frame relative grid gap-x-16 gap-y-12 pt-28 pb-16 lg:grid-cols-2 lg:pt-40 lg:pb-24">
				<span
					aria-hidden="true"
					className="absolute start-5 top-0 flex h-20 w-3 flex-col items-center md:start-10 lg:h-32"
				>
					<span className="w-0 grow border-line-strong border-s" />
					<Bob className="w-3" />
				</span>
				<div>
					<h2 id="further" className="max-w-[14ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">
						See for yourself.
					</h2>
					<p className="mt-4 max-w-[46ch] text-17">
						Thirty days with everything, or thirty minutes with someone who knows it. The free scan needs neither.
					</p>
					<p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
						<Link
							to="/trial"
							className="inline-flex min-h-12 items-center rounded-control border border-accent bg-accent px-4 font-semibold text-accent-ink no-underline hover:border-ink hover:bg-ink hover:text-paper md:px-6"
						>
							Start the 30-day trial
						</Link>
						<Link to="/demo" className={QUIET}>
							See a demo
						</Link>
						<Link to="/comparison" className={QUIET}>
							Compare
						</Link>
						<Link to="/contact" className={QUIET}>
							Talk to us
						</Link>
					</p>
				</div>
				<div className="lg:justify-self-end">
					<h3 className="font-semibold text-20">What we learn, by email</h3>
					<p className="mt-2 mb-5 max-w-[44ch] text-17">
						New rules, changed laws, and what broke. Only now and then, and you can unsubscribe in every email.
					</p>
					<AddressForm
						kind="newsletter"
						timing={timings.newsletter}
						name="Newsletter"
						button="Subscribe"
						busy="Processing"
					>
						<p className="font-semibold text-20">Thank you for subscribing!</p>
						<p className="text-15 text-quiet">
							Please confirm it from the email we send you. Until then you get nothing else.
						</p>
					</AddressForm>
				</div>
			</div>
		</section>
	);
}
