/** Countries: code, ISO code, name. Codes are 2000 + ISO 3166 numeric. */
export const COUNTRIES = `
2004 AF Afghanistan;2008 AL Albania;2010 AQ Antarctica;2012 DZ Algeria;2016 AS American Samoa;2020 AD Andorra
2024 AO Angola;2028 AG Antigua and Barbuda;2031 AZ Azerbaijan;2032 AR Argentina;2036 AU Australia;2040 AT Austria
2044 BS The Bahamas;2048 BH Bahrain;2050 BD Bangladesh;2051 AM Armenia;2052 BB Barbados;2056 BE Belgium
2064 BT Bhutan;2068 BO Bolivia;2070 BA Bosnia and Herzegovina;2072 BW Botswana;2076 BR Brazil;2084 BZ Belize
2090 SB Solomon Islands;2096 BN Brunei;2100 BG Bulgaria;2104 MM Myanmar (Burma);2108 BI Burundi;2112 BY Belarus
2116 KH Cambodia;2120 CM Cameroon;2124 CA Canada;2132 CV Cabo Verde;2140 CF Central African Republic;2144 LK Sri Lanka
2148 TD Chad;2152 CL Chile;2156 CN China;2162 CX Christmas Island;2166 CC Cocos (Keeling) Islands;2170 CO Colombia
2174 KM Comoros;2178 CG Republic of the Congo;2180 CD Democratic Republic of the Congo;2184 CK Cook Islands;2188 CR Costa Rica;2191 HR Croatia
2196 CY Cyprus;2203 CZ Czechia;2204 BJ Benin;2208 DK Denmark;2212 DM Dominica;2214 DO Dominican Republic
2218 EC Ecuador;2222 SV El Salvador;2226 GQ Equatorial Guinea;2231 ET Ethiopia;2232 ER Eritrea;2233 EE Estonia
2239 GS South Georgia and the South Sandwich Islands;2242 FJ Fiji;2246 FI Finland;2250 FR France;2258 PF French Polynesia;2260 TF French Southern and Antarctic Lands
2262 DJ Djibouti;2266 GA Gabon;2268 GE Georgia;2270 GM The Gambia;2276 DE Germany;2288 GH Ghana
2296 KI Kiribati;2300 GR Greece;2308 GD Grenada;2316 GU Guam;2320 GT Guatemala;2324 GN Guinea
2328 GY Guyana;2332 HT Haiti;2334 HM Heard Island and McDonald Islands;2336 VA Vatican City;2340 HN Honduras;2348 HU Hungary
2352 IS Iceland;2356 IN India;2360 ID Indonesia;2368 IQ Iraq;2372 IE Ireland;2376 IL Israel
2380 IT Italy;2384 CI Cote d'Ivoire;2388 JM Jamaica;2392 JP Japan;2398 KZ Kazakhstan;2400 JO Jordan
2404 KE Kenya;2410 KR South Korea;2414 KW Kuwait;2417 KG Kyrgyzstan;2418 LA Laos;2422 LB Lebanon
2426 LS Lesotho;2428 LV Latvia;2430 LR Liberia;2434 LY Libya;2438 LI Liechtenstein;2440 LT Lithuania
2442 LU Luxembourg;2450 MG Madagascar;2454 MW Malawi;2458 MY Malaysia;2462 MV Maldives;2466 ML Mali
2470 MT Malta;2478 MR Mauritania;2480 MU Mauritius;2484 MX Mexico;2492 MC Monaco;2496 MN Mongolia
2498 MD Moldova;2499 ME Montenegro;2504 MA Morocco;2508 MZ Mozambique;2512 OM Oman;2516 NA Namibia
2520 NR Nauru;2524 NP Nepal;2528 NL Netherlands;2531 CW Curacao;2534 SX Sint Maarten;2535 BQ Caribbean Netherlands
2540 NC New Caledonia;2548 VU Vanuatu;2554 NZ New Zealand;2558 NI Nicaragua;2562 NE Niger;2566 NG Nigeria
2570 NU Niue;2574 NF Norfolk Island;2578 NO Norway;2580 MP Northern Mariana Islands;2581 UM United States Minor Outlying Islands;2583 FM Micronesia
2584 MH Marshall Islands;2585 PW Palau;2586 PK Pakistan;2591 PA Panama;2598 PG Papua New Guinea;2600 PY Paraguay
2604 PE Peru;2608 PH Philippines;2612 PN Pitcairn Islands;2616 PL Poland;2620 PT Portugal;2624 GW Guinea-Bissau
2626 TL Timor-Leste;2634 QA Qatar;2642 RO Romania;2643 RU Russia;2646 RW Rwanda;2652 BL Saint Barthelemy
2654 SH Saint Helena, Ascension and Tristan da Cunha;2659 KN Saint Kitts and Nevis;2662 LC Saint Lucia;2663 MF Saint Martin;2666 PM Saint Pierre and Miquelon;2670 VC Saint Vincent and the Grenadines
2674 SM San Marino;2678 ST Sao Tome and Principe;2682 SA Saudi Arabia;2686 SN Senegal;2688 RS Serbia;2690 SC Seychelles
2694 SL Sierra Leone;2702 SG Singapore;2703 SK Slovakia;2704 VN Vietnam;2705 SI Slovenia;2706 SO Somalia
2710 ZA South Africa;2716 ZW Zimbabwe;2724 ES Spain;2728 SS South Sudan;2736 SD Sudan;2740 SR Suriname
2748 SZ Eswatini;2752 SE Sweden;2756 CH Switzerland;2760 SY Syria;2762 TJ Tajikistan;2764 TH Thailand
2768 TG Togo;2772 TK Tokelau;2776 TO Tonga;2780 TT Trinidad and Tobago;2784 AE United Arab Emirates;2788 TN Tunisia
2792 TR Turkiye;2795 TM Turkmenistan;2798 TV Tuvalu;2800 UG Uganda;2804 UA Ukraine;2807 MK North Macedonia
2818 EG Egypt;2826 GB United Kingdom;2831 GG Guernsey;2832 JE Jersey;2833 IM Isle of Man;2834 TZ Tanzania
2840 US United States;2854 BF Burkina Faso;2858 UY Uruguay;2860 UZ Uzbekistan;2862 VE Venezuela;2876 WF Wallis and Futuna
2882 WS Samoa;2887 YE Yemen;2894 ZM Zambia
`;

/** States and regions of the countries the world lives in. */
export const STATES = `
21132 US Alaska;21133 US Alabama;21135 US Arkansas;21136 US Arizona;21137 US California;21138 US Colorado;21139 US Connecticut;21140 US District of Columbia
21141 US Delaware;21142 US Florida;21143 US Georgia;21144 US Hawaii;21145 US Iowa;21146 US Idaho;21147 US Illinois;21148 US Indiana
21149 US Kansas;21150 US Kentucky;21151 US Louisiana;21152 US Massachusetts;21153 US Maryland;21154 US Maine;21155 US Michigan;21156 US Minnesota
21157 US Missouri;21158 US Mississippi;21159 US Montana;21160 US North Carolina;21161 US North Dakota;21162 US Nebraska;21163 US New Hampshire;21164 US New Jersey
21165 US New Mexico;21166 US Nevada;21167 US New York;21168 US Ohio;21169 US Oklahoma;21170 US Oregon;21171 US Pennsylvania;21172 US Rhode Island
21173 US South Carolina;21174 US South Dakota;21175 US Tennessee;21176 US Texas;21177 US Utah;21178 US Virginia;21179 US Vermont;21180 US Washington
21182 US Wisconsin;21183 US West Virginia;21184 US Wyoming;20226 DE Berlin;20227 DE Brandenburg;20228 DE Baden-Wurttemberg;20229 DE Bavaria;20230 DE Bremen
20231 DE Hessen;20232 DE Hamburg;20233 DE Mecklenburg-Vorpommern;20234 DE Lower Saxony;20235 DE North Rhine-Westphalia;20236 DE Rhineland-Palatinate;20237 DE Schleswig-Holstein;20238 DE Saarland
20239 DE Saxony;20240 DE Saxony-Anhalt;20241 DE Thuringia
`;

/** Cities that have places of their own on the map: code, ISO code, latitude, longitude, area code, name. */
export const CITIES = `
1023191 US 40.713 -74.006 212 New York,New York;1013962 US 34.054 -118.243 213 Los Angeles,California;1016367 US 41.878 -87.63 312 Chicago,Illinois
1026201 US 30.267 -97.743 512 Austin,Texas;1026481 US 29.76 -95.37 713 Houston,Texas;1027744 US 47.606 -122.332 206 Seattle,Washington
1014485 US 39.739 -104.99 303 Denver,Colorado;1018127 US 42.36 -71.059 617 Boston,Massachusetts;1015116 US 25.762 -80.192 305 Miami,Florida
1006886 GB 51.507 -0.128 20 London,England;1006912 GB 53.481 -2.242 161 Manchester,England;1006524 GB 52.486 -1.89 121 Birmingham,England
9195924 GB 53.8 -1.549 113 Leeds,England;1006567 GB 51.454 -2.588 117 Bristol,England;1007336 GB 55.864 -4.252 141 Glasgow,Scotland
1003854 DE 52.52 13.405 30 Berlin,Berlin;1004437 DE 53.551 9.994 40 Hamburg,Hamburg;1004234 DE 48.135 11.582 89 Munich,Bavaria
`;

/** Languages the engines know: code, name. */
export const LANGUAGES = `
ar Arabic;az Azeri;bg Bulgarian;bn Bengali;bs Bosnian;ca Catalan;cs Czech;da Danish
de German;el Greek;en English;es Spanish;et Estonian;fa Persian;fi Finnish;fr French
gu Gujarati;he Hebrew;hi Hindi;hr Croatian;hu Hungarian;hy Armenian;id Indonesian;is Icelandic
it Italian;iw Hebrew;ja Japanese;kn Kannada;ko Korean;lt Lithuanian;lv Latvian;mk Macedonian
ml Malayalam;mr Marathi;ms Malay;nb Norwegian (Bokmål);nl Dutch;no Norwegian;pl Polish;pt Portuguese
ro Romanian;ru Russian;sk Slovak;sl Slovenian;sq Albanian;sr Serbian;sv Swedish;ta Tamil
te Telugu;th Thai;tl Tagalog;tr Turkish;uk Ukrainian;ur Urdu;vi Vietnamese;zh-CN Chinese (Simplified)
zh-TW Chinese (Traditional)
`;
