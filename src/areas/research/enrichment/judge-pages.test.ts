import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFacts } from '../../../../test/support/site-facts.ts';
import { judgePages } from './judge-pages.ts';
import { recommendCategories } from './categories/recommend-categories.ts';

interface Sample {
  readonly host: string;
  readonly html: string;
  readonly type: string;
  readonly languageCode: string;
  /** Ends the path of one of the first three categories. */
  readonly category: string;
  readonly seed: string;
  readonly brand: string;
}

/** Sites as people write them, of each type and in several languages. */
const SAMPLES: readonly Sample[] = [
  {
    host: 'kajakhaus-mueritz.de',
    html: `<html lang="de"><title>Kajakhaus Müritz | Zelte, Schlafsäcke und Campingkocher kaufen</title>
<meta name="description" content="Ihr Onlineshop für Camping und Wandern: versandkostenfrei ab 60 Euro, 30 Tage Rückgabe.">
<header><nav><a href="/">Kajakhaus Müritz</a><a href="/zelte">Zelte</a><a href="/schlafsaecke">Schlafsäcke</a><a href="/kocher">Campingkocher</a><a href="/warenkorb">Warenkorb</a></nav></header>
<main><h1>Zelte für jede Tour</h1><h2>Schlafsäcke</h2><p>Unsere Schlafsäcke halten auch bei Frost warm. 89,00 € In den Warenkorb</p>
<button>In den Warenkorb</button><h2>Campingkocher</h2><p>Kochen auf dem Wasser und am Ufer, ab 39,90 €.</p></main>
<footer><a href="/impressum">Impressum</a><a href="/agb">AGB</a></footer>`,
    type: 'ecommerce',
    languageCode: 'de',
    category: '/Tents',
    seed: 'schlafsäcke',
    brand: 'Kajakhaus Müritz',
  },
  {
    host: 'cabinet-delorme.fr',
    html: `<html lang="fr"><title>Dentiste à Annecy - Cabinet Delorme</title>
<meta name="description" content="Cabinet dentaire à Annecy : implants dentaires, orthodontie. Prenez rendez-vous en ligne.">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Dentist","name":"Cabinet Delorme","telephone":"+33 4 50 00 00 00","address":{"@type":"PostalAddress","streetAddress":"12 rue des Alpes"},"openingHours":"Mo-Fr 08:30-18:00"}</script>
<nav><a href="/">Accueil</a><a href="/soins">Nos soins</a><a href="/tarifs">Tarifs</a><a href="/contact">Nous trouver</a></nav>
<h1>Votre dentiste à Annecy</h1><h2>Implants dentaires</h2><h2>Orthodontie</h2><p>Notre cabinet vous accueille du lundi au vendredi. Horaires d'ouverture : 8h30 à 18h. Urgences dentaires le samedi.</p><a href="tel:+33450000000">Appelez-nous</a>`,
    type: 'local',
    languageCode: 'fr',
    category: '/Dentists & Dental Services',
    seed: 'implants dentaires',
    brand: 'Cabinet Delorme',
  },
  {
    host: 'hourbeam.io',
    html: `<html lang="en"><title>Hourbeam: time tracking for agencies</title>
<meta name="description" content="Hourbeam is time tracking software with timesheets and reports. Start your free trial, no credit card required.">
<nav><a href="/features">Features</a><a href="/pricing">Pricing</a><a href="/integrations">Integrations</a><a href="/docs">Docs</a><a href="/login">Log in</a><a href="/signup">Start free trial</a></nav>
<h1>Time tracking that your team will use</h1><h2>Timesheets</h2><p>Invite your team and see where hours go. 9 dollars per user per month.</p><h2>Integrations</h2><p>Connects to your calendar.</p>`,
    type: 'saas',
    languageCode: 'en',
    category: '/Time Management & Time Tracking Software',
    seed: 'timesheets',
    brand: 'Hourbeam',
  },
  {
    host: 'notariagomezvila.es',
    html: `<html lang="es"><title>Gómez Vila Abogados | Derecho laboral y herencias en Vigo</title>
<meta name="description" content="Despacho de abogados en Vigo. Derecho laboral, herencias y contratos. Solicite su primera consulta.">
<script type="application/ld+json">{"@type":"LegalService","name":"Gómez Vila Abogados"}</script>
<nav><a href="/">Inicio</a><a href="/servicios">Servicios</a><a href="/equipo">Equipo</a><a href="/casos">Casos de éxito</a><a href="/contacto">Contacto</a></nav>
<h1>Abogados para empresas y trabajadores</h1><h2>Derecho laboral</h2><h2>Herencias</h2><p>Defendemos a nuestros clientes desde 1998. Pide presupuesto sin compromiso.</p>`,
    type: 'service',
    languageCode: 'es',
    category: '/Attorneys & Law Firms',
    seed: 'derecho laboral',
    brand: 'Gómez Vila Abogados',
  },
  {
    host: 'theslowloaf.com',
    html: `<html lang="en"><title>The Slow Loaf - sourdough recipes and baking tips</title>
<meta name="description" content="A blog about sourdough bread: recipes, step by step guides and what went wrong in my kitchen.">
<script type="application/ld+json">{"@type":"Blog","name":"The Slow Loaf"}</script>
<nav><a href="/recipes">Recipes</a><a href="/guides">Guides</a><a href="/about">About</a></nav>
<h1>Sourdough recipes for slow weekends</h1>${'<article><h2>Rye starter from scratch</h2><p>Feed it twice a day and wait. 5 min read</p><a href="/rye">Read more</a></article>'.repeat(7)}`,
    type: 'content',
    languageCode: 'en',
    category: '/Recipes',
    seed: 'sourdough recipes',
    brand: 'The Slow Loaf',
  },
  {
    host: 'barnswap.com',
    html: `<html lang="en"><title>Barnswap | Used tractors and farm machinery from private and professional sellers</title>
<meta name="description" content="The marketplace for used farm machinery: thousands of offers. List yours in five minutes.">
<nav><a href="/search">Browse listings</a><a href="/sell">Sell with us</a><a href="/login">Log in</a></nav>
<h1>Find used tractors near you</h1><h2>Tractors</h2><h2>Combine harvesters</h2><p>Buy and sell directly. Compare offers from 2,400 sellers.</p><a href="/sell">Post an ad</a>`,
    type: 'marketplace',
    languageCode: 'en',
    category: '/Agriculture',
    seed: 'tractors',
    brand: 'Barnswap',
  },
  {
    host: 'mossgolem.games',
    html: `<html lang="en"><title>Moss Golem: a turn based strategy game</title>
<meta name="description" content="Play for free on phone and desktop. New levels every month.">
<script type="application/ld+json">{"@type":"VideoGame","name":"Moss Golem"}</script>
<nav><a href="/news">News</a><a href="/download">Download</a></nav><h1>Grow your army of moss</h1><p>Play now with friends: multiplayer battles, quests and a leaderboard.</p>
<a href="https://apps.apple.com/us/app/moss-golem/id1234567890">App Store</a><a href="https://play.google.com/store/apps/details?id=com.moss.golem">Google Play</a>`,
    type: 'game',
    languageCode: 'en',
    category: '/Strategy Games',
    seed: 'turn based strategy game',
    brand: 'Moss Golem',
  },
];

for (const { host, html, type, languageCode, category, seed, brand } of SAMPLES)
  test(`judges ${host}`, async () => {
    const facts = await readFacts(html, `https://${host}/`);
    const judged = await judgePages([facts], host);
    assert.equal(judged.business.type, type, [...judged.business.shares].map(String).join(' '));
    assert.ok(judged.business.confidence > 1 / 7 && judged.business.confidence <= 1);
    assert.ok(judged.business.evidence.length > 0);
    assert.equal(judged.languageCode, languageCode);
    const categories = await recommendCategories(judged, 10);
    const paths = categories.slice(0, 3).map(({ path }) => path);
    assert.ok(
      paths.some((path) => path.endsWith(category)),
      paths.join('\n'),
    );
    assert.ok(judged.seedKeywords.includes(seed), judged.seedKeywords.join(', '));
    assert.ok(judged.brandNames.includes(brand), judged.brandNames.join(', '));
    assert.ok(judged.seedKeywords.every((keyword) => !keyword.includes(brand.toLowerCase())));
    assert.ok(judged.seedKeywords.every((keyword) => !/impressum|mentions|aviso legal|log in|home/u.test(keyword)));
  });

test('says little of a page that says nothing', async () => {
  const judged = await judgePages([await readFacts('<title>Hello</title><p>Hello, world and everybody in it.</p>')], 'a-site.com');
  assert.ok(judged.business.confidence < 0.5);
  const categories = await recommendCategories(judged, 10);
  assert.ok(categories.every(({ confidence }) => confidence < 0.7));
});
