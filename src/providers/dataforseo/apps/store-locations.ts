/** Countries with a store, each with the provider's code of the location: 2000 and the number of ISO 3166. */
const LOCATIONS = `
ae 2784;ai 2660;am 2051;ao 2024;ar 2032;at 2040;au 2036;az 2031;bb 2052;be 2056;bg 2100;bh 2048
bm 2060;bn 2096;bo 2068;br 2076;bw 2072;by 2112;bz 2084;ca 2124;ch 2756;cl 2152;cn 2156;co 2170
cr 2188;cy 2196;cz 2203;de 2276;dk 2208;dm 2212;dz 2012;ec 2218;ee 2233;eg 2818;es 2724;fi 2246
fr 2250;gb 2826;gd 2308;gh 2288;gr 2300;gt 2320;gy 2328;hk 2344;hn 2340;hr 2191;hu 2348;id 2360
ie 2372;il 2376;in 2356;is 2352;it 2380;jm 2388;jo 2400;jp 2392;ke 2404;kr 2410;kw 2414;ky 2136
lb 2422;lk 2144;lt 2440;lu 2442;lv 2428;mg 2450;mk 2807;ml 2466;mo 2446;ms 2500;mt 2470;mu 2480
mx 2484;my 2458;ne 2562;ng 2566;ni 2558;nl 2528;no 2578;np 2524;nz 2554;om 2512;pa 2591;pe 2604
ph 2608;pk 2586;pl 2616;pt 2620;py 2600;qa 2634;ro 2642;ru 2643;sa 2682;se 2752;sg 2702;si 2705
sk 2703;sn 2686;sr 2740;sv 2222;th 2764;tn 2788;tr 2792;tw 2158;tz 2834;ua 2804;ug 2800;us 2840
uy 2858;uz 2860;ve 2862;vg 2092;vn 2704;ye 2887;za 2710
`;

const codes: ReadonlyMap<string, number> = new Map(
  LOCATIONS.trim()
    .split(/[\n;]/u)
    .map((row) => [row.slice(0, 2), Number(row.slice(3))]),
);

/** The provider's code of a storefront's country; `undefined`: there is no store. */
export function findStoreLocation(storefront: string): number | undefined {
  return codes.get(storefront.toLowerCase());
}
