"""Countries with their other names and demonyms, as keys of concepts."""

from __future__ import annotations

__all__ = ["CONTINENTS", "COUNTRY_OF", "NATIONS", "STATES"]

NATIONS = tuple(
    tuple(name.strip() for name in line.split(","))
    for line in """
united states, united states of america, usa, us, u s, america, american
united kingdom, uk, great britain, britain, british, united kingdom of great britain and ireland
england, english
scotland, scottish
wales, welsh
ireland, irish, republic of ireland
france, french
germany, german
italy, italian
spain, spanish, spaniard
portugal, portuguese
netherlands, dutch, holland
belgium, belgian
luxembourg, luxembourgish
switzerland, swiss
austria, austrian
denmark, danish, dane
sweden, swedish, swede
norway, norwegian
finland, finnish, finn
iceland, icelandic, icelander
poland, polish, pole
czech republic, czech, czechia
czechoslovakia, czechoslovak
slovakia, slovak
hungary, hungarian
romania, romanian
bulgaria, bulgarian
greece, greek
turkey, turkish, turk
cyprus, cypriot
malta, maltese
albania, albanian
serbia, serbian, serb
yugoslavia, yugoslav
croatia, croatian, croat
slovenia, slovenian, slovene
bosnia and herzegovina, bosnian
montenegro, montenegrin
north macedonia, macedonian
estonia, estonian
latvia, latvian
lithuania, lithuanian
russia, russian, russian federation
soviet union, soviet, ussr
ukraine, ukrainian
belarus, belarusian
moldova, moldovan
georgia, georgian
armenia, armenian
azerbaijan, azerbaijani
kazakhstan, kazakh, kazakhstani
uzbekistan, uzbek
israel, israeli
palestine, palestinian
lebanon, lebanese
syria, syrian
jordan, jordanian
iraq, iraqi
iran, iranian
saudi arabia, saudi
yemen, yemeni
oman, omani
kuwait, kuwaiti
qatar, qatari
bahrain, bahraini
united arab emirates, emirati, uae
egypt, egyptian
libya, libyan
tunisia, tunisian
algeria, algerian
morocco, moroccan
sudan, sudanese
ethiopia, ethiopian
somalia, somali
kenya, kenyan
uganda, ugandan
tanzania, tanzanian
rwanda, rwandan
nigeria, nigerian
ghana, ghanaian
senegal, senegalese
mali, malian
ivory coast, ivorian
cameroon, cameroonian
angola, angolan
mozambique, mozambican
zambia, zambian
zimbabwe, zimbabwean
namibia, namibian
south africa, south african
madagascar, malagasy
afghanistan, afghan
pakistan, pakistani
india, indian
bangladesh, bangladeshi
nepal, nepali, nepalese
sri lanka, sri lankan
myanmar, burma, burmese
thailand, thai
vietnam, vietnamese
laos, laotian
cambodia, cambodian
malaysia, malaysian
singapore, singaporean
indonesia, indonesian
philippines, filipino, philippine
china, chinese, people republic of china, people s republic of china
taiwan, taiwanese
hong kong, hongkonger
japan, japanese
south korea, south korean, korea, korean, republic of korea
north korea, north korean
mongolia, mongolian
australia, australian
new zealand, new zealander
fiji, fijian
canada, canadian
mexico, mexican
guatemala, guatemalan
honduras, honduran
el salvador, salvadoran
nicaragua, nicaraguan
costa rica, costa rican
panama, panamanian
cuba, cuban
jamaica, jamaican
haiti, haitian
dominican republic, dominican
puerto rico, puerto rican
trinidad and tobago, trinidadian
colombia, colombian
venezuela, venezuelan
ecuador, ecuadorian
peru, peruvian
bolivia, bolivian
chile, chilean
argentina, argentine, argentinian
uruguay, uruguayan
paraguay, paraguayan
brazil, brazilian
""".strip().splitlines()
)
"""The country's name comes first. *Dutch* and *Netherlands* are one nationality, as are *Turkish* and *Turkey*."""

COUNTRY_OF = {name: names[0] for names in NATIONS for name in names}
"""The country for each of its names and demonyms."""

STATES = frozenset(
    name.strip()
    for name in """
alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, florida, georgia, hawaii, idaho,
illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi,
missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico, new york, north carolina, north dakota,
ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina, south dakota, tennessee, texas, utah, vermont,
virginia, washington, west virginia, wisconsin, wyoming, new south wales, victoria, queensland, south australia,
western australia, tasmania, bavaria, saxony, hesse, maharashtra, kerala, tamil nadu, karnataka, gujarat, punjab,
west bengal, bihar, uttar pradesh, madhya pradesh, rajasthan, andhra pradesh, odisha, assam, goa
""".split(",")
)
"""States of federations, as keys of concepts; incomplete."""

CONTINENTS = frozenset(
    "africa,asia,europe,north america,south america,america,australia,oceania,antarctica,eurasia".split(",")
)
