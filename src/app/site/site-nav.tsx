import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Icon } from "#src/ui/icon.tsx";

type SiteLink = { to: string; label: string };

/** The header's solutions (specification, section 2): each link selects its solution on the landing page. */
const solutionLinks: readonly SiteLink[] = [
	{ to: "/#risk-management", label: "Risk Management" },
	{ to: "/#compliance-readiness", label: "Compliance Readiness" },
	{ to: "/#third-party-risk", label: "Third-Party Risk" },
	{ to: "/#incident-management", label: "Incident Management" },
];

const sectionLinks: readonly SiteLink[] = [
	{ to: `/#why-${site.slug}`, label: `Why ${site.name}` },
	{ to: "/#who-we-serve", label: "Who we serve" },
];

const WAITLIST = "/#waitlist";

const TOP = "inline-flex min-h-11 items-center rounded-control px-3 text-15 text-ink no-underline hover:text-accent";
const ROW = "flex min-h-12 items-center border-line border-t text-17 text-ink no-underline";
const JOIN =
	"inline-flex min-h-11 items-center justify-center rounded-control border border-accent px-4 font-semibold text-15 text-accent no-underline hover:border-ink hover:text-ink";

const AppControls = lazy(() => import("../dashboard/app-controls.tsx"));

/** Back and Refresh in the installed app's window. A browser tab has its own and never loads these. */
function FrameControls() {
	const [frameless, setFrameless] = useState(false);
	useEffect(() => setFrameless(matchMedia("(display-mode: standalone), (display-mode: minimal-ui)").matches), []);
	return (
		frameless && (
			<Suspense fallback={null}>
				<AppControls />
			</Suspense>
		)
	);
}

/** A menu that closes on Escape, on a click elsewhere, when the focus leaves it, and after following a link in it. */
function useDisclosure() {
	const [open, setOpen] = useState(false);
	const place = useRef<HTMLDivElement>(null);
	const opener = useRef<HTMLButtonElement>(null);
	const { key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes it.
	useEffect(() => setOpen(false), [key]);
	useEffect(() => {
		if (!open) return;
		const elsewhere = ({ target }: PointerEvent) => {
			if (!place.current?.contains(target as Node)) setOpen(false);
		};
		addEventListener("pointerdown", elsewhere);
		return () => removeEventListener("pointerdown", elsewhere);
	}, [open]);
	return {
		open,
		around: {
			ref: place,
			onKeyDown(event: KeyboardEvent) {
				if (event.key !== "Escape" || !open) return;
				setOpen(false);
				opener.current?.focus();
			},
			onBlur({ relatedTarget, currentTarget }: FocusEvent) {
				if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
			},
		},
		button: { ref: opener, "aria-expanded": open, onClick: () => setOpen(!open) },
	};
}

/** The header's links. Their HTML comes with every page; their code comes after the page has loaded. */
export default function SiteNav() {
	const solutions = useDisclosure();
	const menu = useDisclosure();
	const account = useAccount();
	const own =
		account.status === "known" ? { to: "/dashboard", label: "Dashboard" } : { to: "/auth/login", label: "Sign in" };
	return (
		<>
			<FrameControls />
			<nav aria-label="Main" className="hidden items-center lg:flex">
				<div className="relative" {...solutions.around}>
					<button
						type="button"
						{...solutions.button}
						aria-controls="solutions-menu"
						className={`${TOP} cursor-pointer gap-1`}
					>
						Solutions
						<span
							aria-hidden="true"
							className="size-2 -translate-y-0.5 rotate-45 border-current border-e-2 border-b-2"
						/>
					</button>
					<ul
						id="solutions-menu"
						className={`absolute start-0 top-full z-1 w-64 rounded-card border border-line-strong bg-raised p-2 shadow-float ${solutions.open ? "arrive" : "hidden"}`}
					>
						{solutionLinks.map(({ to, label }) => (
							<li key={to}>
								<Link to={to} className={`${TOP} w-full`}>
									{label}
								</Link>
							</li>
						))}
						<li className="mt-2 border-line border-t pt-2">
							<Link to="/solutions" className={`${TOP} w-full`}>
								All solutions
							</Link>
						</li>
					</ul>
				</div>
				{sectionLinks.map(({ to, label }) => (
					<Link key={to} to={to} className={TOP}>
						{label}
					</Link>
				))}
				<Link to="/contact-us" className={TOP}>
					Contact
				</Link>
				<Link to={own.to} className={`${TOP} text-quiet`}>
					{own.label}
				</Link>
				<Link to={WAITLIST} className={`${JOIN} ms-2`}>
					Join Waitlist
				</Link>
			</nav>
			<div className="flex items-center lg:hidden" {...menu.around}>
				<button
					type="button"
					{...menu.button}
					aria-controls="site-menu"
					className="-me-2.5 grid size-11 cursor-pointer place-items-center rounded-control noscript:hidden"
				>
					<Icon name={menu.open ? "close" : "menu"} />
					<span className="sr-only">Menu</span>
				</button>
				<nav
					id="site-menu"
					aria-label="Menu"
					className={`absolute inset-x-0 top-full max-h-[calc(100dvh-3.25rem)] overflow-y-auto overscroll-contain border-line border-y bg-paper shadow-float ${menu.open ? "arrive" : "hidden"}`}
				>
					<div className="frame pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
						<p className="pb-1 text-13 text-quiet">Solutions</p>
						<ul>
							{solutionLinks.map(({ to, label }) => (
								<li key={to}>
									<Link to={to} className={ROW}>
										{label}
									</Link>
								</li>
							))}
						</ul>
						<p className="pt-5 pb-1 text-13 text-quiet">More</p>
						<ul>
							{[
								...sectionLinks,
								{ to: "/solutions", label: "All solutions" },
								{ to: "#contact", label: "Contact" },
								own,
							].map(({ to, label }) => (
								<li key={to}>
									<Link to={to} className={ROW}>
										{label}
									</Link>
								</li>
							))}
						</ul>
						<Link to={WAITLIST} className={`${JOIN} mt-3 w-full`}>
							Join Waitlist
						</Link>
					</div>
				</nav>
			</div>
		</>
	);
}
