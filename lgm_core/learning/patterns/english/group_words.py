"""English nouns of groups and collections, and English nouns of animals."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import words

PEOPLE_GROUPS = words(
    "academy alliance army association band battalion board brigade brotherhood bureau cabal cabinet cast caste "
    "choir chorus clan class clique club coalition commission committee commonwealth commune community company "
    "confederacy confederation congregation congress consortium constituency contingent convention cooperative corps "
    "coterie council coven crew crowd delegation detachment division ensemble entourage faction faculty family "
    "federation fellowship fraternity gang guild harem horde household jury league legion lodge militia mob movement "
    "navy network orchestra order organisation organization panel parliament party patrol platoon population posse "
    "quartet quintet rabble ranks ratpack regiment ring sect senate sextet sisterhood society sorority squad "
    "squadron staff subculture syndicate synod team throng tribe tribunal trio troop troupe union unit vanguard "
    "workforce"
)
AMBIGUOUS_GROUPS = words(
    "academy association board class commission committee company convention division family house lodge movement "
    "order organisation organization party population ranks ring service society unit"
)
"""Groups only where people are named: *an order of monks*, but *an order of magnitude*."""
COLLECTIONS = PEOPLE_GROUPS | words(
    "archipelago archive armada array assembly assortment bale barrage bevy bouquet bunch bundle cache canaille "
    "caravan cartload catalog catalogue cavalcade chain circle circus cloud clump cluster clutter cohort collective "
    "college column constellation convoy deck drove elite fleet flock flotilla forest galaxy garland hailstorm heap "
    "herd hive horde host jumble jungle layer litter medley menage menagerie mixture multitude orchard pack package "
    "pantheon passel phalanx pile pleiad plethora pod procession pyramid quantity raft rainbow ream repertoire round "
    "scattering schedule school shoal skein slate stack string suite swarm torrent train universe wad warren wave "
    "web"
)
"""Nouns that mean a collection of whatever follows in the plural: *a stack of plates*."""
VENERY = words(
    "aerie ambush army ascension aurora badling band bank bar barrel barren bask batch bazaar bed bellowing bench "
    "bike blessing bloat bouquet brace brood building business cackle cadge cast cete charm chatter chattering "
    "clamour clattering clew cloud clowder clutch clutter coalition colony congress conspiracy convocation corps "
    "covert covey cowardice crash creep crossing crush cry cutting dazzle deceit den descent dissimulation dole "
    "dopping doylt draught dray drift drove dule earth embarrassment erst escargatoire escargotoire exaltation eyrar "
    "eyrie fall fesnying fez field flamboyance fleet flick flight fling float flush fluther gaggle gam gang gaze "
    "generation glaring glint grist gulp hand harras haul herd hill hover huddle hum hurtle husk implausibility "
    "intrusion jug kaleidoscope kendle kennel kettle kindle knab knob knot labor labour lamentation lap leap leash "
    "lepe lodge lounge marathon mask meinie memory mischief mob mumble murder murmuration muse muster mustering "
    "mutation mute neck nest nide nuisance nursery nye obstinacy ostentation pace pack paddling pandemonium parade "
    "parcel parliament party peep piteousness pitying plague plump pod pontifical prattle prickle pride raffle raft "
    "rafter rag rainbow rake rangale rhumba richness romp rookery rout route run rush sault sawt scold scoop scourge "
    "scurry sedge shadow shrewdness shuffle siege singular skein skulk sleuth sloth smack smuck sneak sord sounder "
    "sownder span spring squabble stable stand stare stench storytelling streak string stud sute team thunder tiding "
    "tidings tittering tok tower train trembling tribe trip troop troubling troup turmoil unkindness venue volery "
    "wake walk warp watch wedge whirl wing wisdom wisp wrack wreath yoke zeal"
)
"""Nouns that mean a collection only before animals: *a murder of crows*."""
RANKED_GROUPS = words(
    "army band battalion battery brigade cabinet cavalry choir club committee company corps council crew force gang "
    "guard infantry legion militia ministry navy orchestra parliament party patrol platoon police regiment senate "
    "squad squadron team troop unit"
)
"""Groups that people serve in by rank: *a captain in the navy*."""
LEADERS = words(
    "captain chairman chairperson chief commander director governor head leader manager president secretary treasurer"
)
"""People who are part of the group they lead: *the president of the club*."""
NOT_COLLECTING = words(
    "ancestor book breed case cousin cross death description diet disease drawing enemy family fear film genus group "
    "history host hybrid image kind parasite predator relative "
    "lack life list love lover map matter mixture number order painting percentage photo photograph picture "
    "portrait proportion result sculpture sight sign smell song sort sound source species statue story study type "
    "variety voice way"
)
"""Nouns that animals may follow without being collected: *a picture of dogs*."""
ANIMALS = words(
    "alligator ant antelope ape apes baboon badger bat bear beaver bee beetle bird bison bloodhound boar buffalo "
    "bull bullock butterfly buzzard camel caribou cat caterpillar cattle cheetah chick chicken chimpanzee chough "
    "clam cobra cockroach cod coot cormorant cougar cow coyote crab crane crocodile crow cub curlew deer dog dolphin "
    "donkey dotterel dove dragon duck duckling dunlin eagle eel egret elephant elk emu falcon ferret finch fish "
    "flamingo flea fly fowl fox frog gazelle geese gerbil giraffe gnat gnu goat goldfinch goose gopher gorilla "
    "goshawk grasshopper greyhound griffin grouse guillemot gull hare hawk hedgehog hen heron herring hippopotami "
    "hippopotamus hog hornet horse hound hummingbird hyena ibis iguana impala insect jackal jackrabbit jaguar jay "
    "jellyfish kangaroo kitten kitty koala lamb lapwing lark lemming lemur leopard lice linnet lion lizard llama "
    "lobster locust louse magpie mallard mammal manatee mare marten meerkat mice minnow mole mongoose monkey moorhen "
    "moose mosquito moth mouse mule mussel nightingale octopus opossum orangutan ostrich otter owl ox oxen oyster "
    "panda panther parakeet parrot partridge peacock pelican penguin pheasant pig pigeon piglet plover pochard pony "
    "porcupine porpoise prawn primate puffin pup puppy quail rabbit raccoon ram rat rattlesnake raven reindeer "
    "reptile rhino rhinoceros rook salamander salmon sandpiper sardine scorpion seagull seal shark sheep shrimp "
    "skunk skylark sloth smelt snail snake snipe sparrow spider squid squirrel starling steed stingray stoat stork "
    "swallow swan swift swine teal termite thrush tiger toad tortoise trout turkey turtle turtledove viper vulture "
    "walrus wasp weasel whale whiting widgeon wildfowl wolf wolverine wolves wombat woodcock woodpecker worm wren "
    "yak zebra"
)
